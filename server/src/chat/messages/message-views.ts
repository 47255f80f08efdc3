import type { Message } from '@sangam/shared/chat/messages';
import { findNames } from '../../people/people.js';
import type { Trx } from '../../platform/db/database.js';
import { renderViews, sameForAll, type Views } from '../../platform/lib/views.js';
import type { WireText } from '../../platform/lib/wire-text.js';
import type { Participation } from '../conversations/participants.queries.js';
import { findOther } from '../conversations/thread.queries.js';
import type { StoredMessage } from '../events.js';
import { presentMessage, presentTeamMessage, type StoredRow } from './message-row.js';

/**
 * A stored message as each participant sees it. In a direct conversation it shows its sender's presence as far as that participant may see
 * it; in a team's it shows none, so that all see the same.
 */
export async function viewsOfMessage(
  trx: Trx,
  row: StoredRow,
  { userId, at }: { userId: number; at: Date },
  { others, other_id }: Participation,
): Promise<Views<Message>> {
  if (other_id === null) {
    const names = await findNames(trx, [row.sender_id]);
    return sameForAll([userId, ...others], presentTeamMessage(row, names.get(row.sender_id) ?? ''));
  }
  return renderViews([userId, other_id], async (readerId) => {
    const [sender] = await findOther(trx, { id: row.sender_id, viewerId: readerId, at });
    return presentMessage(
      {
        ...row,
        receiver_id: row.sender_id === userId ? other_id : userId,
        sender_name: sender?.name ?? '',
        sender_is_online: sender?.is_online ?? false,
        last_active: sender?.last_active ?? null,
      },
      readerId,
    );
  });
}

/** A sent message's JSON for one of its two members. */
export const jsonFor = ({ sender_id, json }: StoredMessage, readerId: number): WireText =>
  readerId === sender_id ? json.sender : json.receiver;

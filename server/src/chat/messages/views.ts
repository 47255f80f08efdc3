import type { Message } from '@sangam/shared/chat/messages';
import type { Trx } from '../../platform/db/database.js';
import { renderViews, type Views } from '../../platform/lib/views.js';
import type { WireText } from '../../platform/lib/wire-text.js';
import { findOther } from '../conversations/queries.js';
import type { StoredMessage } from '../events.js';
import { presentMessage, type StoredRow } from './message-row.js';

/** A stored message as each of its two members sees it: with as much of its sender's presence as that member may see. */
export const viewsOfMessage = (trx: Trx, row: StoredRow, members: readonly [number, number]): Promise<Views<Message>> =>
  renderViews(members, async (readerId) => {
    const sender = await findOther(trx, row.sender_id, readerId);
    return presentMessage({
      ...row,
      receiver_id: row.sender_id === members[0] ? members[1] : members[0],
      sender_name: sender?.name ?? '',
      sender_is_online: sender?.is_online ?? false,
      last_active: sender?.last_active ?? null,
    });
  });

/** A sent message's JSON for one of its two members. */
export const jsonFor = ({ sender_id, json }: StoredMessage, readerId: number): WireText =>
  readerId === sender_id ? json.sender : json.receiver;

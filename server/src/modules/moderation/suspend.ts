import type { Trx } from '../../db/database.js';
import type { Publish } from '../../db/transaction.js';
import type { Sessions } from '../auth/auth.js';
import type { InboxUpdate } from '../inbox/inbox.js';
import { lockUser } from '../users/users.js';
import { hideProject } from './hide.js';
import { listShown, setSuspended } from './queries.js';

/**
 * Suspends a member: their sessions end on every server, nobody signs in with their account, and their projects are hidden. Answers
 * what it changes in inboxes.
 */
export async function suspendMember(
  { trx, publish, sessions, at }: { trx: Trx; publish: Publish; sessions: Sessions; at: Date },
  userId: number,
): Promise<Required<Pick<InboxUpdate, 'added' | 'read'>>> {
  // The member's row first, as for everything that changes how a member signs in.
  await lockUser(trx, userId);
  await setSuspended(trx, userId, at);
  publish('sessions:ended', { session_ids: await sessions.endAll(trx, userId) });
  const told: Required<Pick<InboxUpdate, 'added' | 'read'>> = { added: [], read: [] };
  for (const { id } of await listShown(trx, userId)) {
    const hidden = await hideProject(trx, publish, id, { at, withCreator: true });
    told.added = [...told.added, ...hidden.added];
    told.read = [...told.read, ...hidden.read];
  }
  return told;
}

import type { AlreadyByCall } from '../platform/already.js';
import type { Db } from '../platform/db/database.js';
import { findState, isCleared } from './notifications/queries.js';

/** By call: the answer to a refused call whose outcome holds already. */
export const noticesAlready = (db: Db): AlreadyByCall => ({
  'DELETE /api/inbox/:id': async ({ member, params: { id } }) =>
    (await isCleared(db, member.id, id))
      ? { data: { ...(await findState(db, member.id)), added: [], read_ids: [], cleared_ids: [id] } }
      : null,
});

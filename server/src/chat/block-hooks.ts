import type { BlockHooks } from '../contact/contact.js';
import { checkMessagesBetween } from './conversations/conversations.js';
import { holdReadMarks, tellReadMarks } from './messages/read-marks.queries.js';

/** Messages between two members after a block: each is checked, and neither sees how far the other has read. */
export const chatBlockHooks: BlockHooks = {
  async blocking(trx, { userId, otherId }) {
    await checkMessagesBetween(trx, userId, otherId);
    await holdReadMarks(trx, userId, otherId);
  },
  async unblocked(trx, publish, { userId, otherId }) {
    for (const receipt of await tellReadMarks(trx, userId, otherId))
      publish('messages:read', { ...receipt, is_told: true });
  },
};

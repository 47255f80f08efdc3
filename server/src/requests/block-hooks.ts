import { secondMs } from '@sangam/shared/core/limits';
import { Id, Strict } from '@sangam/shared/core/schemas';
import { type BlockHooks, findPermissions } from '../contact/contact.js';
import type { ActDeps } from '../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../platform/jobs/jobs.js';

import { createEndAllPending } from './project-hooks.js';

/** The member who blocked, and the other. */
const endBetween = jobKind('requests:end-between', Strict({ user_id: Id, other_id: Id }));
/** By then the call has ended everything itself, unless it failed or the server was killed. */
const END_AFTER_MS = 10 * secondMs;

/** Ends what is pending between two members once one blocks the other: within the call, and by a job that commits with the block. */
export const createRequestBlockHooks = (deps: ActDeps): BlockHooks => ({
  blocking: (trx, publish, { userId, otherId }) =>
    addJobs(trx, publish, endBetween, [
      {
        payload: { user_id: userId, other_id: otherId },
        key: `${userId}:${otherId}`,
        due_at: new Date(deps.clock.now().getTime() + END_AFTER_MS),
      },
    ]),
  afterBlock: ({ userId, otherId }) => createEndAllPending(deps).between(userId, otherId),
});

/** Does nothing once neither blocks the other: anything pending then is new. */
export const endBetweenHandler = (deps: ActDeps): JobHandler =>
  jobHandler(
    endBetween,
    async ({ user_id, other_id }) => {
      const to = await findPermissions(deps.db, user_id, other_id, deps.clock.now());
      if (to?.is_blocked) await createEndAllPending(deps).between(user_id, other_id);
    },
    { atOnce: 1 },
  );

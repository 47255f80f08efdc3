import { Id, Strict } from '@sangam/shared/core/schemas';
import type { Db } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { createEndTransfers } from '../../projects/projects.js';
import { createEndInterests, createEndRequests } from '../../requests/requests.js';
import { findMember } from './queries.js';

/** What waits of a suspended member ends: their requests and interest, and hand-overs by and to them. */
export const endOwn = jobKind('moderation:end-own', Strict({ user_id: Id }));

/** Nobody is told. Of who is not suspended any more, what waits is new. */
export const endOwnHandler = (deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): JobHandler => {
  const ends = [createEndRequests(deps), createEndInterests(deps), createEndTransfers(deps)];
  return jobHandler(
    endOwn,
    async ({ user_id }) => {
      const member = await findMember(deps.db, user_id);
      if (!member || member.suspended_at === null) return;
      for (const end of ends) await end.of(user_id);
    },
    { atOnce: 1 },
  );
};

import { Id, Strict } from '@sangam/shared/contract/common';
import type { Db } from '../../db/database.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { createEndInterests } from '../interests/interests.js';
import { type JobHandler, jobHandler, jobKind } from '../jobs/jobs.js';
import { createEndRequests } from '../join-requests/join-requests.js';
import { createEndOffers } from '../project-life/project-life.js';
import { findMember } from './queries.js';

/** What waits of a suspended member ends: their requests and interest, and hand-overs by and to them. */
export const endOwn = jobKind('moderation:end-own', Strict({ user_id: Id }));

/** Nobody is told. Of who is not suspended any more, what waits is new. */
export const endOwnHandler = (deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): JobHandler => {
  const ends = [createEndRequests(deps), createEndInterests(deps), createEndOffers(deps)];
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

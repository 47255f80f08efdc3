import { Id, Strict } from '@sangam/shared/contract/common';
import type { Trx } from '../../db/database.js';
import type { Publish } from '../../db/transaction.js';
import { addJobs, jobKind } from '../jobs/jobs.js';

/** A seat that was offered may be to be given to the next in line. */
export const offerEnd = jobKind('request:offer-end', Strict({ request_id: Id }));

/** Has these requests' line looked at when their offers lapse. */
export const addOfferEnds = (trx: Trx, publish: Publish, requestIds: readonly number[], due_at: Date): Promise<void> =>
  addJobs(
    trx,
    publish,
    offerEnd,
    requestIds.map((request_id) => ({ payload: { request_id }, key: String(request_id), due_at })),
  );

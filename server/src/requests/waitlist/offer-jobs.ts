import { Id, Strict } from '@sangam/shared/core/schemas';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { addJobs } from '../../platform/jobs/add.js';
import { jobKind } from '../../platform/jobs/kinds.js';

/** A seat that was offered may be to be given to the next in line. */
export const seatOfferEnd = jobKind('request:offer-end', Strict({ request_id: Id }));

/** Has these requests' line looked at when their offers lapse. */
export const addSeatOfferEnds = (
  trx: Trx,
  publish: Publish,
  requestIds: readonly number[],
  due_at: Date,
): Promise<void> =>
  addJobs(
    trx,
    publish,
    seatOfferEnd,
    requestIds.map((request_id) => ({ payload: { request_id }, key: String(request_id), due_at })),
  );

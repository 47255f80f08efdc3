import { Id, Strict } from '@sangam/shared/contract/common';
import { Type } from 'typebox';
import type { Trx } from '../../db/database.js';
import type { Publish } from '../../db/transaction.js';
import { addJobs, jobKind } from '../jobs/jobs.js';
import type { Changed } from '../news/news.js';
import { findSubscribed } from './queries.js';

/** A topic of a member has changed: their devices are to show what is so now (sync.ts). */
export const push = jobKind('push', Strict({ user_id: Id, topic: Type.String() }));

/** Has the devices of these members show what is so at `dueAt`. Members without a subscription cost nothing. */
export async function addPushes(trx: Trx, publish: Publish, changed: readonly Changed[], dueAt: Date): Promise<void> {
  const userIds = new Set(await findSubscribed(trx, [...new Set(changed.map(({ user_id }) => user_id))]));
  const jobs = changed
    .filter(({ user_id }) => userIds.has(user_id))
    .map((payload) => ({ payload, key: `${payload.user_id} ${payload.topic}`, due_at: dueAt }));
  await addJobs(trx, publish, push, jobs);
}

import { Id, Strict } from '@sangam/shared/core/schemas';
import { type Static, Type } from 'typebox';
import type { Trx } from '../db/database.js';
import type { Publish } from '../db/transaction.js';
import { addJobs, findUnderWay, jobKind } from '../jobs/jobs.js';
import { memberBudgetOf, pushBudgetsOf } from './push-services.js';
import { type Changed, findShown, findSubscribed, type Subscribed, type Topic } from './web-push.queries.js';

const TopicText = Type.Unsafe<Topic>(Type.String());

/** A member's topic has changed: their devices show its current state (notices/web-push). */
export const webPushJob = jobKind('push', Strict({ user_id: Id, topic: TopicText }));

const DevicePush = Strict({ subscription_id: Id, user_id: Id, topic: TopicText });
/** Brings one of these devices to the current state; it waits for the device's push service. */
export const devicePushJob = jobKind('push:device', DevicePush);

const keyOf = ({ user_id, topic }: Changed) => `${user_id} ${topic}`;

/** Makes these members' devices show the current state at `dueAt`. Members without a subscription cost nothing. */
export async function addWebPushes(trx: Trx, publish: Publish, topics: readonly Changed[], dueAt: Date): Promise<void> {
  const subscribed = new Set((await findDevices(trx, topics)).map(({ user_id }) => user_id));
  const jobs = topics
    .filter(({ user_id }) => subscribed.has(user_id))
    .map((payload) => ({
      payload,
      key: keyOf(payload),
      due_at: dueAt,
      budgets: [memberBudgetOf(payload.user_id)],
    }));
  await addJobs(trx, publish, webPushJob, jobs);
}

/**
 * Updates devices at once for topics that were read or withdrawn, if they show them or are about to. Running jobs are checked first, since
 * they record what they have shown when they end.
 */
export async function addWebPushesOfRead(
  trx: Trx,
  publish: Publish,
  topics: readonly Changed[],
  at: Date,
): Promise<void> {
  if (topics.length === 0) return;
  const runningKeys = await findUnderWay(trx, webPushJob, topics.map(keyOf));
  const onDevices = new Set((await deviceJobsOfRead(trx, topics)).map(({ payload }) => keyOf(payload)));
  const outdated = topics.filter((topic) => runningKeys.has(keyOf(topic)) || onDevices.has(keyOf(topic)));
  await addWebPushes(trx, publish, outdated, at);
}

/** Brings each of a member's devices to the current state, at once; for a topic that was read, only those that show it or are about to. */
export async function addDevicePushes(
  trx: Trx,
  publish: Publish,
  changedTopic: Changed & { isUnread: boolean },
  at: Date,
): Promise<void> {
  const jobs = await (changedTopic.isUnread ? deviceJobsOf : deviceJobsOfRead)(trx, [changedTopic]);
  await addJobs(
    trx,
    publish,
    devicePushJob,
    jobs.map((job) => ({ ...job, due_at: at })),
  );
}

const findDevices = (trx: Trx, topics: readonly Changed[]): Promise<Subscribed[]> =>
  findSubscribed(trx, [...new Set(topics.map(({ user_id }) => user_id))]);

interface DeviceJob {
  payload: Static<typeof DevicePush> & Changed;
  key: string;
  budgets: string[];
}

/** Returns the job of each device and topic, without its time. */
async function deviceJobsOf(trx: Trx, topics: readonly Changed[]): Promise<DeviceJob[]> {
  const devices = await findDevices(trx, topics);
  return topics.flatMap(({ user_id, topic }) =>
    devices
      .filter((device) => device.user_id === user_id)
      .map(({ id, endpoint }) => ({
        payload: { subscription_id: id, user_id, topic },
        key: `${id} ${topic}`,
        budgets: pushBudgetsOf(user_id, endpoint),
      })),
  );
}

/** Returns the jobs of devices that show the topic, or are about to. */
async function deviceJobsOfRead(trx: Trx, topics: readonly Changed[]): Promise<DeviceJob[]> {
  const jobs = await deviceJobsOf(trx, topics);
  if (jobs.length === 0) return [];
  const keys = jobs.map(({ key }) => key);
  const outdatedKeys = await findUnderWay(trx, devicePushJob, keys);
  for (const { id, topic } of await findShown(trx, topics)) outdatedKeys.add(`${id} ${topic}`);
  return jobs.filter(({ key }) => outdatedKeys.has(key));
}

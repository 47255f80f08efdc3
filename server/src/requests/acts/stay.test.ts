import { dayMs, hourMs } from '@sangam/shared/core/limits';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { JoinRequest, JoinRequestEnd, WaitlistMoves } from '@sangam/shared/requests/join-requests';
import { requestLimits, requestServerLimits } from '@sangam/shared/requests/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { passTime, passTimeBeforeJobs } from '@sangam/testing/jobs-done';
import { postProject } from '@sangam/testing/post-project';
import { asha, bina, chitra, dev, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

const { waitMs } = requestServerLimits;
const { waitReminderMs } = requestLimits;

const clock = stoppedClock();
// Sessions are shorter than the time on the waitlist, so calls sign in first.
stageForEachTest(['Asha', 'Bina', 'Chitra', 'Dev'], { clock, timings: { jobs: { pollMs: 100 } } });

/** Starts a new session. */
const signIn = ({ email, password }: TestMember) =>
  server.ask(null, 'POST /api/auth/login', { body: { email, password } });
/** Calls with a new session. */
const call = async (by: TestMember, name: string, body?: object) => server.call(name, (await signIn(by)).token, body);
const stay = (by: TestMember, id: number) => call(by, `PUT /api/project-requests/${id}/wait`);
const mine = async (by: TestMember, id: number): Promise<JoinRequest | undefined> =>
  (await server.ask(await signIn(by), 'GET /api/project-requests/mine')).data.requests.find((one) => one.id === id);
const notificationOf = async (
  member: TestMember,
  requestId: number,
): Promise<[string, boolean, string | null] | undefined> => {
  const items: NotificationItem[] = (await call(member, 'GET /api/inbox')).body.data.items;
  const item = items.find(({ subject_id }) => subject_id === requestId);
  return item && [item.kind, item.read, item.actor?.name ?? null];
};
const passed = (ms: number) => passTime(server.database, clock, ms);

/** A full project with Chitra and Dev on its waitlist. */
async function waiting(): Promise<{ project: number; first: number; second: number }> {
  const project = await postProject(server, asha, { max_members: 2 });
  const ask = async (by: TestMember): Promise<number> =>
    (await call(by, 'POST /api/project-requests', { project_id: project, waitlist: true })).body.data.request.id;
  await call(asha, `PUT /api/project-requests/${await ask(bina)}/status`, { status: 'accepted' });
  const [first, second] = [await ask(chitra), await ask(dev)];
  for (const id of [first, second]) await call(asha, `PUT /api/project-requests/${id}/line`);
  return { project, first, second };
}
const leave = (project: number) => call(bina, `DELETE /api/projects/${project}/members/me`);

it('a member on the waitlist is asked a week and a day before their 30 days end, then leaves it', async () => {
  const { first, second } = await waiting();
  const until = new Date(clock.atMs + waitMs).toISOString();
  expect(await mine(chitra, first)).toMatchObject({ place: 1, waits_until: until });
  await passed(waitMs - waitReminderMs - 1);
  expect(await notificationOf(chitra, first)).toEqual(['line:placed', false, 'Asha']);
  await passed(1);
  expect(await notificationOf(chitra, first)).toEqual(['waitlist:reminder', false, null]);
  await passed(waitReminderMs - dayMs);
  expect(await notificationOf(chitra, first)).toEqual(['waitlist:last_day', false, null]);
  await stay(dev, second);
  await passed(dayMs - 1);
  expect(await mine(chitra, first)).toMatchObject({ status: 'pending' });

  await passed(1);
  expect(await mine(chitra, first)).toMatchObject({ status: 'withdrawn', ended_by: 'waitlist_lapsed' });
  expect(await notificationOf(chitra, first)).toEqual(['waitlist:lapsed', false, null]);
  // Dev chose to stay, so Dev moves up and can wait for 30 days from that time.
  expect(await mine(dev, second)).toMatchObject({
    place: 1,
    waits_until: new Date(clock.atMs + waitMs - dayMs).toISOString(),
  });
  expect(await notificationOf(dev, second)).toBeUndefined();
  await passed(waitMs - dayMs - waitReminderMs);
  expect(await notificationOf(dev, second)).toEqual(['waitlist:reminder', false, null]);
});

it('both sides see live that a member stays or has left the waitlist', async () => {
  const { first } = await waiting();
  const sockets = [await server.connect(asha), await server.connect(chitra)];
  const received: (WaitlistMoves['moved'][number] | JoinRequestEnd)[] = [];
  for (const socket of sockets) {
    socket.on('join-request:line', ({ moved }) => received.push(...moved.filter(({ id }) => id === first)));
    socket.on('join-request:withdrawn', (end) => void (end.id === first && received.push(end)));
  }
  clock.atMs += hourMs;
  const { body } = await stay(chitra, first);
  const waits_until = new Date(clock.atMs + waitMs).toISOString();
  expect(body.data.request).toMatchObject({ id: first, place: 1, waits_until });
  const { waitlist_change } = body.data.request;
  const moved = { id: first, place: 1, waits_until, waitlist_change };
  await eventually(() => expect(received).toEqual([moved, moved]));
  await passed(waitMs);
  await eventually(() => expect(received.slice(2)).toMatchObject(Array(2).fill({ ended_by: 'waitlist_lapsed' })));
});

it('after the time is over, actions are refused even if the timer is late, and the next action ends the request', async () => {
  const { project, first, second } = await waiting();
  await passed(waitMs - 1_000);
  await stay(dev, second);
  await passTimeBeforeJobs(server.database, clock, 1_000);
  const refused = { status: 409, body: { code: 'WAITLIST_LAPSED' } };
  expect(await stay(chitra, first)).toMatchObject(refused);
  expect(await call(chitra, `DELETE /api/project-requests/${first}`)).toMatchObject(refused);
  const decided = await call(asha, `PUT /api/project-requests/${first}/status`, { status: 'rejected' });
  expect(decided).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  await leave(project);
  expect(await mine(dev, second)).toMatchObject({ offered_until: expect.any(String) });
  expect(await mine(chitra, first)).toMatchObject({ status: 'withdrawn', ended_by: 'waitlist_lapsed' });
  expect(await stay(chitra, first)).toMatchObject(refused);
});

it('staying is refused to others, and before and after the time on the waitlist', async () => {
  const { project, first, second } = await waiting();
  expect(await stay(dev, first)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await stay(dev, 999_999)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  await leave(project);
  // This request has a seat offer.
  expect(await stay(chitra, first)).toMatchObject({ status: 409, body: { code: 'NOT_ON_WAITLIST' } });
  await call(dev, `DELETE /api/project-requests/${second}`);
  expect(await stay(dev, second)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
});

it('limits the time of requests that a server of the previous version added to the waitlist', async () => {
  const { project, first, second } = await waiting();
  const old = server.database.db.updateTable('join_requests').set({ waits_until: null });
  await old.where('id', 'in', [first, second]).execute();
  await call(asha, `PATCH /api/projects/${project}`, { max_members: 2 });
  expect(await mine(chitra, first)).toMatchObject({
    place: 1,
    waits_until: new Date(clock.atMs + waitMs).toISOString(),
  });
  await passed(waitMs - waitReminderMs);
  expect(await notificationOf(dev, second)).toEqual(['waitlist:reminder', false, null]);
});

import { PUSHED_AFTER_MS } from '@sangam/shared/notices/quiet-hours-and-mutes';
import { eventually } from '@sangam/testing/eventually';
import type { WebPushService } from '@sangam/testing/push-service';
import { type Pushing, startPushing } from '@sangam/testing/pushing';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

let pushing: Pushing;
let server: TestServer;
let service: WebPushService;
let asha: TestMember;

beforeAll(async () => {
  pushing = await startPushing();
  ({ server, service } = pushing);
  asha = await server.signUp('Asha Rao');
});
afterAll(() => pushing.close());
afterEach(() => service.answerWith(201));

const send = async (to: TestMember, content = 'A **secret** plan') =>
  expect((await server.call('POST /api/messages', asha.token, { receiver_id: to.id, content })).status).toBe(201);

/** Sends a message to the member, and waits until a push about a later message to another member has arrived. */
const sendAndPassTime = async (to: TestMember) => {
  const otherMember = await server.signUp();
  const device = await pushing.subscribe(otherMember);
  await send(to);
  await send(otherMember);
  await pushing.pass();
  expect(device.delivered()).toHaveLength(1);
};

describe('a device', () => {
  it('gets no push once its session has ended', async () => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    await server.call('POST /api/auth/logout', member.token);
    await eventually(async () => {
      const { rows } = await server.database.pool.query('SELECT * FROM push_subscriptions WHERE user_id = $1', [
        member.id,
      ]);
      expect(rows).toEqual([]);
    });
    await sendAndPassTime(member);
    expect(device.delivered()).toEqual([]);
  });

  it('is kept when its push service does not accept our signature, and gets the notice later', async () => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    service.answerWith(401);
    await send(member);
    await eventually(async () => expect((await pushing.jobs()).length).toBe(1));
    pushing.advance(PUSHED_AFTER_MS);
    await eventually(async () => expect((await pushing.jobs())[0]?.attempts).toBeGreaterThan(2));
    expect((await server.call('GET /api/push', member.token)).body.data.subscription).not.toBeNull();
    service.answerWith(201);
    await eventually(() => expect(device.delivered()).toHaveLength(1));
    await eventually(async () => expect(await pushing.jobs()).toEqual([]));
  });

  it('is deleted if its subscription is for another key', async () => {
    const member = await server.signUp();
    await pushing.subscribe(member);
    service.answerWith(403);
    await send(member);
    await pushing.pass();
    service.answerWith(201);
    await eventually(async () =>
      expect((await server.call('GET /api/push', member.token)).body.data.subscription).toBeNull(),
    );
  });

  it('is kept when its push service refuses one notice for good', async () => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    service.answerWith(400);
    await send(member);
    await pushing.pass();
    service.answerWith(201);
    await send(member);
    await pushing.pass();
    expect(device.delivered()).toMatchObject([{ notice: { body: '2 new messages' } }]);
  });

  it("is refused with a key that isn't a point of the curve", async () => {
    const member = await server.signUp();
    const { body } = service.subscribe();
    const put = (p256dh: string) => server.call('PUT /api/push', member.token, { ...body, p256dh });
    expect((await put(`B${'A'.repeat(86)}`)).body).toMatchObject({ code: 'INVALID', errors: [{ field: 'p256dh' }] });
    expect((await put(body.p256dh)).status).toBe(200);
  });

  it('with the same address and new keys gets pushes for those keys', async () => {
    const member = await server.signUp();
    const old = await pushing.subscribe(member);
    const renewed = service.renew(old);
    expect((await server.call('PUT /api/push', member.token, renewed.body)).status).toBe(200);
    await send(member);
    await pushing.pass();
    expect(renewed.delivered()).toMatchObject([{ notice: { body: 'New message' } }]);
  });

  it('gets no push once its push service has ended it', async () => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    service.answerWith(410);
    await send(member);
    await pushing.pass();
    expect((await server.call('GET /api/push', member.token)).body.data.subscription).toBeNull();
    service.answerWith(201);
    await sendAndPassTime(member);
    expect(device.delivered()).toEqual([]);
  });

  it('gets no push once its member has switched it off', async () => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    expect((await server.call('DELETE /api/push', member.token)).body.data.subscription).toBeNull();
    await sendAndPassTime(member);
    expect(device.delivered()).toEqual([]);
  });

  it('belongs only to the member who signed in last', async () => {
    const [first, second] = [await server.signUp(), await server.signUp()];
    const device = await pushing.subscribe(first);
    await server.call('PUT /api/push', second.token, device.body);
    await send(first);
    await send(second);
    await pushing.pass();
    expect(device.delivered()).toHaveLength(1);
    expect((await server.call('GET /api/push', first.token)).body.data.subscription).toBeNull();
  });

  it('keeps its subscription when its choice of text changes', async () => {
    const member = await server.signUp();
    const { body } = await pushing.subscribe(member);
    const before = await server.database.pool.query('SELECT id FROM push_subscriptions WHERE user_id = $1', [
      member.id,
    ]);
    const answer = await server.call('PUT /api/push', member.token, { ...body, shows_text: true });
    expect(answer.body.data.subscription).toEqual({ endpoint: body.endpoint, shows_text: true });
    const after = await server.database.pool.query('SELECT id FROM push_subscriptions WHERE user_id = $1', [member.id]);
    expect(after.rows).toEqual(before.rows);
  });

  it.each(['http://push.example/x', 'https://example.org/x', 'https://127.0.0.1/x', 'not an address', 'https://['])(
    'with the endpoint %j is refused',
    async (endpoint) => {
      const { body } = service.subscribe();
      expect(await server.call('PUT /api/push', asha.token, { ...body, endpoint })).toMatchObject({
        status: 400,
        body: { code: 'INVALID' },
      });
    },
  );

  it('that subscribes many times at once, even for two members, is stored once for one of them', async () => {
    const second = await startTestServer({ ...pushing.options, beside: server });
    onTestFinished(() => second.close());
    const [chitra, dev] = [await server.signUp(), await server.signUp()];
    const devices = async (): Promise<number[]> =>
      (
        await server.database.pool.query('SELECT user_id FROM push_subscriptions WHERE user_id = ANY ($1)', [
          [chitra.id, dev.id],
        ])
      ).rows.map(({ user_id }) => user_id);
    const subscribe = async (members: TestMember[]) => {
      const { body } = service.subscribe();
      const calls = Array.from({ length: 20 }, (_, n) => {
        const member = members[n % members.length] as TestMember;
        return (n % 3 === 0 ? second : server).call('PUT /api/push', member.token, body);
      });
      return new Set((await Promise.all(calls)).map(({ status }) => status));
    };
    expect(await subscribe([chitra])).toEqual(new Set([200]));
    expect(await devices()).toEqual([chitra.id]);
    // A new endpoint replaces the session's former one; an endpoint of two sessions belongs to the last one.
    expect(await subscribe([chitra, dev])).toEqual(new Set([200]));
    expect(await devices()).toHaveLength(1);
  });
});

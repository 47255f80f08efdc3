import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const REDIS_URL = inject('redisUrl') ?? '';

describe.runIf(REDIS_URL !== '')('three servers on one database and one Redis (R10.5)', () => {
  let one: TestServer;
  let two: TestServer;
  let three: TestServer;
  let asha: TestMember;
  let bina: TestMember;

  beforeAll(async () => {
    one = await startTestServer({ env: { REDIS_URL } });
    two = await startTestServer({ env: { REDIS_URL }, beside: one });
    three = await startTestServer({ env: { REDIS_URL }, beside: one });
    [asha, bina] = [await one.signUp('Asha'), await one.signUp('Bina')];
  });
  afterAll(async () => {
    await three.close();
    await two.close();
    await one.close();
  });

  it('delivers across servers, in order and once, to the receiver and to the sender’s other devices', async () => {
    const [phone, laptop, other] = [await one.connect(asha), await two.connect(asha), await three.connect(bina)];
    const received = { phone: [] as string[], laptop: [] as string[], other: [] as string[] };
    phone.on('message:new', (message) => received.phone.push(message.content));
    laptop.on('message:new', (message) => received.laptop.push(message.content));
    other.on('message:new', (message) => received.other.push(message.content));
    // The adapter subscribes to a member's channel in the background.
    await eventually(async () => {
      await phone.emitWithAck('message:send', {
        receiver_id: bina.id,
        content: 'are you there',
        client_id: randomUUID(),
      });
      expect(received.other.length).toBeGreaterThan(0);
    });
    const expected = Array.from({ length: 50 }, (_, n) => `message ${n}`);
    await Promise.all(
      expected.map((content) =>
        phone.emitWithAck('message:send', { receiver_id: bina.id, content, client_id: randomUUID() }),
      ),
    );
    await eventually(() => {
      for (const list of [received.other, received.laptop])
        expect(list.filter((content) => content.startsWith('message'))).toEqual(expected);
    });
    expect(received.phone).toEqual([]);
  });

  it('takes a project that a moderator hides off the open pages of all but its team', async () => {
    const id = await postProject(one, asha);
    const gone: string[] = [];
    const marked: unknown[] = [];
    const [team, other] = [await two.connect(asha), await three.connect(bina)];
    for (const socket of [team, other]) await socket.emitWithAck('project:watch', { list: true, project_id: id });
    team.on('project:deleted', () => gone.push('team'));
    other.on('project:deleted', () => gone.push('other'));
    team.on('project:updated', ({ hidden }) => marked.push(hidden));
    const moderator = await one.signUp('Mod');
    await one.database.pool.query('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', [moderator.id]);
    const report = await one.call('POST /api/reports', bina.token, { kind: 'project', id, reason: 'spam' });
    await one.call(`PUT /api/moderation/reports/${report.body.data.id}/decision`, moderator.token, {
      decision: 'hide',
      reason: 'spam',
      note: 'Seen',
    });
    await eventually(() => expect([gone, marked]).toEqual([['other'], [true]]));
  });

  it('counts unread, marks read and notifies the other server', async () => {
    const [ashaSocket, binaSocket] = [await one.connect(asha), await two.connect(bina)];
    const unread: number[] = [];
    binaSocket.on('unread:changed', (change) => unread.push(change.unread_count));
    const receipts: number[] = [];
    ashaSocket.on('message:read', (receipt) => receipts.push(receipt.up_to));
    await eventually(async () => {
      await ashaSocket.emitWithAck('message:send', {
        receiver_id: bina.id,
        content: 'count me',
        client_id: randomUUID(),
      });
      expect(unread.length).toBeGreaterThan(0);
    });
    await eventually(async () => {
      await ashaSocket.emitWithAck('message:send', { receiver_id: bina.id, content: 'again', client_id: randomUUID() });
      await binaSocket.emitWithAck('message:read', { user_id: asha.id });
      expect(receipts.length).toBeGreaterThan(0);
    });
    await eventually(() => expect(unread.at(-1)).toBe(0));
  });

  it('ends a session’s sockets on every server at once', async () => {
    const member = await one.signUp();
    const devices = await Promise.all([one, two, three].map((server) => server.connect(member)));
    const ended = Promise.all(devices.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve))));
    const startedMs = Date.now();
    await one.call('POST /api/auth/logout', member.token);
    expect(await ended).toEqual(devices.map(() => 'io server disconnect'));
    // The event ends them; without it, a socket is checked again only after 15 s.
    expect(Date.now() - startedMs).toBeLessThan(10_000);
  });

  it('shows presence across servers, and keeps a member online while a device is left', async () => {
    const [watcher, member] = [await one.connect(asha), await one.signUp()];
    const changes: boolean[] = [];
    watcher.on('presence:changed', (presence) => {
      if (presence.id === member.id) changes.push(presence.is_online);
    });
    await watcher.emitWithAck('presence:watch', { userIds: [member.id] });
    const [first, second] = [await two.connect(member), await three.connect(member)];
    await eventually(() => expect(changes.at(-1)).toBe(true));
    first.disconnect();
    await sleep(3_500);
    expect(changes.at(-1)).toBe(true);
    second.disconnect();
    await eventually(() => expect(changes.at(-1)).toBe(false));
  });

  it('stops sending a blocked member’s presence to the blocker, whichever server took the block', async () => {
    const [viewer, blocked, other] = [await one.signUp(), await one.signUp(), await one.signUp()];
    const watcher = await one.connect(viewer);
    const online: number[] = [];
    watcher.on('presence:changed', ({ id, is_online }) => void (is_online && online.push(id)));
    await watcher.emitWithAck('presence:watch', { userIds: [blocked.id, other.id] });
    await two.call(`PUT /api/blocks/${blocked.id}`, viewer.token);
    await three.connect(blocked);
    const status = () => three.call(`GET /api/users/${blocked.id}/status`, other.token);
    await eventually(async () => expect((await status()).body.data.is_online).toBe(true));
    await three.connect(other);
    await eventually(() => expect(online).toContain(other.id));
    expect(online).not.toContain(blocked.id);
  });
});

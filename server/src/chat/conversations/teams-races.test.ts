import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@sangam/shared/chat/messages';
import { connectForTeams, formTeam, joinTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { one, stageTwoServers, two } from '@sangam/testing/servers/two-servers';
import type { ClientSocket, TestMember, TestServer } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';

const SENT = 200;

interface Device {
  socket: ClientSocket;
  received: Message[];
  left: number;
}

stageTwoServers();

const deviceOf = async (at: TestServer, member: TestMember): Promise<Device> => {
  const device: Device = { socket: await connectForTeams(at, member), received: [], left: 0 };
  device.socket.on('message:new', (message) => void device.received.push(message));
  device.socket.on('conversation:left', () => {
    device.left += 1;
  });
  return device;
};
/** Returns the number of the message; null if it was refused. */
const say = async ({ socket }: Device, conversation_id: number): Promise<number | null> => {
  const answer = await socket.emitWithAck('message:send', {
    conversation_id,
    content: 'Hello',
    client_id: randomUUID(),
  });
  return answer.ok ? answer.data.seq : null;
};
const leftSeqOf = async (conversationId: number, { id }: TestMember): Promise<number> => {
  const { rows } = await one.database.pool.query(
    'SELECT left_seq FROM memberships WHERE conversation_id = $1 AND user_id = $2',
    [conversationId, id],
  );
  return Number(rows[0].left_seq);
};

describe('while members write to a team on two servers', () => {
  it('no message after a removal reaches the former member, and none of theirs is stored', {
    timeout: 60_000,
  }, async () => {
    const [asha, bina, chitra, dev, eka] = [
      await one.signUp('Asha'),
      await one.signUp('Bina'),
      await one.signUp('Chitra'),
      await one.signUp('Dev'),
      await one.signUp('Eka'),
    ];
    const { projectId, conversationId } = await formTeam(one, asha, [bina, chitra, dev]);
    const devices = {
      asha: await deviceOf(one, asha),
      'bina on one': await deviceOf(one, bina),
      'bina on two': await deviceOf(two, bina),
      chitra: await deviceOf(two, chitra),
      'dev on one': await deviceOf(one, dev),
      'dev on two': await deviceOf(two, dev),
      eka: await deviceOf(two, eka),
    };
    const current = [devices.asha, devices.chitra];
    // Both servers know the participants, and each other's members.
    await eventually(async () => {
      for (const device of current) await say(device, conversationId);
      for (const device of [devices['bina on two'], devices['dev on one']]) expect(device.received).not.toEqual([]);
    });
    const before = devices.asha.received.length + devices.chitra.received.length;
    expect(before).toBeGreaterThan(0);

    const remove = (at: TestServer, { id }: TestMember) =>
      at.call(`DELETE /api/projects/${projectId}/members/${id}`, asha.token, {});
    const acts = new Map<number, () => Promise<unknown>>([
      [40, () => remove(one, bina)],
      [90, () => joinTeam(two, projectId, asha, eka)],
      [140, () => remove(two, dev)],
    ]);
    const sending: Promise<number | null>[] = [];
    const acting: Promise<unknown>[] = [];
    const refused: Promise<number | null>[] = [];
    for (let n = 0; n < SENT; n += 1) {
      sending.push(say(current[n % 2] as Device, conversationId));
      if (n % 5 === 0)
        refused.push(say(devices['bina on two'], conversationId), say(devices['dev on one'], conversationId));
      const act = acts.get(n);
      if (act) acting.push(act());
      if (n % 4 === 0) await sleep(2);
    }
    const numbers = await Promise.all(sending);
    await Promise.all(acting);
    expect(numbers).not.toContain(null);
    const ofFormer = await Promise.all(refused);

    const { last_seq } = (await one.call(`GET /api/messages/c/${conversationId}`, asha.token)).body.data;
    for (const [member, names] of [
      [bina, ['bina on one', 'bina on two']],
      [dev, ['dev on one', 'dev on two']],
    ] as const) {
      const leftSeq = await leftSeqOf(conversationId, member);
      expect(leftSeq).toBeLessThan(last_seq);
      for (const name of names) {
        await eventually(() => expect(devices[name].left).toBe(1));
        expect(Math.max(...devices[name].received.map(({ seq }) => seq))).toBeLessThanOrEqual(leftSeq);
      }
    }
    // All accepted messages of theirs are from their time in the team.
    const { rows } = await one.database.pool.query(
      `SELECT count(*)::int AS late FROM messages t JOIN memberships m ON m.conversation_id = t.conversation_id AND m.user_id = t.sender_id
       WHERE t.conversation_id = $1 AND t.seq > m.left_seq`,
      [conversationId],
    );
    expect(rows).toEqual([{ late: 0 }]);
    expect(ofFormer).toContain(null);

    // Nobody else misses or repeats one: each device receives all but its own.
    const all = Array.from({ length: last_seq }, (_, index) => index + 1);
    for (const [device, { id }] of [
      [devices.asha, asha],
      [devices.chitra, chitra],
    ] as const) {
      const own = await one.database.pool.query(
        'SELECT seq FROM messages WHERE conversation_id = $1 AND sender_id = $2',
        [conversationId, id],
      );
      const expected = all.filter((seq) => !own.rows.some((row) => Number(row.seq) === seq));
      await eventually(() => expect(new Set(device.received.map(({ seq }) => seq))).toEqual(new Set(expected)));
      // Messages from two servers may arrive out of order; a client waits for the missing number.
      expect(device.received.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(expected);
    }
    expect(devices.eka.received.map(({ seq }) => seq)).toContain(last_seq);
  });
});

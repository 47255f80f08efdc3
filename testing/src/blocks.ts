import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import { type AddedMember, addMembers, takeFrom } from './members.js';
import { type Reply, startTestServer, type TestServer } from './test-server.js';

/** Two servers on one database and, in a run with services, one Redis: for tests of blocks. */
export interface BlockTest {
  server: TestServer;
  second: TestServer;
  /** Two members that no other test uses. */
  pair(): [AddedMember, AddedMember];
  write(from: AddedMember, to: AddedMember, at?: TestServer, clientId?: string): Promise<Reply>;
  block(who: AddedMember, whom: AddedMember, at?: TestServer): Promise<Reply>;
  unblock(who: AddedMember, whom: AddedMember, at?: TestServer): Promise<Reply>;
  /** Has the two write to each other, through both servers. */
  acquaint(a: AddedMember, b: AddedMember): Promise<void>;
  close(): Promise<void>;
}

export async function startBlockTest(members: number): Promise<BlockTest> {
  const redis = inject('redisUrl');
  const env = redis === null ? {} : { REDIS_URL: redis };
  const server = await startTestServer({ env });
  const second = await startTestServer({ env, beside: server });
  const pool = await addMembers(server.database, members, server.jwtSecret);
  const write: BlockTest['write'] = (from, to, at = server, client_id = randomUUID()) =>
    at.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi', client_id });
  return {
    server,
    second,
    pair: () => takeFrom(pool, 2),
    write,
    block: (who, whom, at = server) => at.call(`PUT /api/blocks/${whom.id}`, who.token),
    unblock: (who, whom, at = server) => at.call(`DELETE /api/blocks/${whom.id}`, who.token),
    async acquaint(a, b) {
      for (const at of [server, second]) {
        await write(a, b, at);
        await write(b, a, at);
      }
    },
    async close() {
      await second.close();
      await server.close();
    },
  };
}

const refused = { success: false, code: 'CONTACT_REFUSED', message: 'This member doesn’t accept new messages.' };

/** Expects the error that both members get, whichever of them blocked the other. */
export const expectContactRefused = ({ status, body }: Reply): void =>
  expect([status, body]).toEqual([403, { ...refused, request_id: expect.anything() }]);

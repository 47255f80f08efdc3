import type { Presence } from '@sangam/shared/people/users';
import { expect } from 'vitest';
import type { TestMember, TestServer } from './test-server.js';

/** A new member watches this one, who is not there yet: what the watcher is told from now on. */
export async function watchPresence(server: TestServer, member: TestMember): Promise<Presence[]> {
  const socket = await server.connect(await server.signUp());
  const told: Presence[] = [];
  socket.on('presence:changed', (presence) => told.push(presence));
  const answer = await new Promise((resolve) =>
    socket.emit('presence:watch', { userIds: [member.id] }, (ack) => {
      // A check of presence may have told it while it was being answered.
      told.length = 0;
      resolve(ack);
    }),
  );
  expect(answer).toMatchObject({ ok: true, data: [{ id: member.id, is_online: false }] });
  return told;
}

/** What was told last. */
export const toldOnline = (told: readonly Presence[]): boolean | undefined => told.at(-1)?.is_online;

/** What a call of the member answers. */
export const isOnline = async (server: TestServer, member: TestMember): Promise<boolean> =>
  (await server.call(`GET /api/users/${member.id}/status`, member.token)).body.data.is_online;

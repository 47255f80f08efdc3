import type { Message } from '@sangam/shared/chat/messages';
import type { Presence } from '@sangam/shared/people/users';
import { expect } from 'vitest';
import type { TestMember, TestServer } from './test-server.js';

/** Lets a new member watch this one, who is offline, and returns the presence events that the watcher gets. */
export async function watchPresence(server: TestServer, member: TestMember): Promise<Presence[]> {
  const socket = await server.connect(await server.signUp());
  const received: Presence[] = [];
  socket.on('presence:changed', (presence) => received.push(presence));
  const answer = await new Promise((resolve) =>
    socket.emit('presence:watch', { userIds: [member.id] }, (ack) => {
      // A presence check may have sent it before this answer.
      received.length = 0;
      resolve(ack);
    }),
  );
  expect(answer).toMatchObject({ ok: true, data: [{ id: member.id, is_online: false }] });
  return received;
}

/** Returns whether the newest event shows the member as online. */
export const lastOnline = (received: readonly Presence[]): boolean | undefined => received.at(-1)?.is_online;

/** Returns whether the member is online, by a call. */
export const isOnline = async (server: TestServer, member: TestMember): Promise<boolean> =>
  (await server.call(`GET /api/users/${member.id}/status`, member.token)).body.data.is_online;

/** Removes the sender's presence, which depends on the time of reading, to compare a message between devices. */
export const withoutPresence = (message: Message) => ({ ...message, sender_is_online: null, last_active: null });

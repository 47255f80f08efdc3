import { EventEmitter } from 'node:events';
import type { Presence } from '@sangam/shared/people/users';
import { eventually } from '@sangam/testing/eventually';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createPresenceCheck } from '../../../people/presence/presence-check.js';
import type { PresenceService } from '../../../people/presence/service.js';
import type { Io, MemberSocket } from '../transport/io.js';
import { createSocketRegistry } from './registry.js';
import { createWatchers } from './watchers.js';

const WATCHED = 7;
const presenceOf = (is_online: boolean): Presence => ({ id: WATCHED, is_online, last_active: null });

/** A server with one socket, which waits to be shown a member's presence. The last presence sent to it is what its page shows. */
function startWatching() {
  const rooms = new Set([`h:${WATCHED}`]);
  const received: boolean[] = [];
  const tell = (_event: string, { is_online }: Presence) => received.push(is_online);
  const socket = {
    id: 'a socket',
    data: { member: { id: 1 } },
    rooms,
    emit: tell,
    join: (room: string) => rooms.add(room),
    leave: (room: string) => rooms.delete(room),
  } as unknown as MemberSocket;
  const sockets = createSocketRegistry();
  sockets.add(socket);
  const toRoom = { to: (room: string) => ({ emit: (rooms.has(room) ? tell : () => undefined) as typeof tell }) };
  const io = Object.assign(new EventEmitter(), toRoom, {
    local: toRoom,
    of: () => ({
      adapter: { rooms: new Map([...rooms].map((room) => [room, new Set([socket.id])])) },
      sockets: new Map([[socket.id, socket]]),
    }),
  }) as unknown as Io;
  const watchers = createWatchers({ io, sockets, clustered: false });
  const presence = {
    confirmed: async (ids: number[]) => ids.map(() => presenceOf(true)),
  } as unknown as PresenceService;
  const check = createPresenceCheck({ watchers, presence, log: pino({ level: 'silent' }), everyMs: 5 });
  watchers.onShown((one) => check.answered([one]));
  onTestFinished(() => check.stop());
  return { received, watchers, check };
}

it('corrects a presence that changed between its reading and its showing', async () => {
  const { received, watchers, check } = startWatching();
  // They came online after it was read, and before the viewer received changes.
  check.broadcast(presenceOf(true));
  watchers.showLocally(1, presenceOf(false));
  expect(received).toEqual([false]);
  await eventually(() => expect(received).toEqual([false, true]));
});

it('knows only the pairs that are hidden now', () => {
  const { watchers } = startWatching();
  expect(watchers.hiddenPairs()).toEqual([[1, WATCHED]]);
  watchers.showLocally(1, presenceOf(true));
  expect(watchers.hiddenPairs()).toEqual([]);
  watchers.hideLocally(1, WATCHED);
  expect(watchers.hiddenPairs()).toEqual([[1, WATCHED]]);
});

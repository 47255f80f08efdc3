import type { ServerEvent, ServerPayload } from '@sangam/shared/app/socket';
import type { Views } from '../../lib/views.js';
import { jsonText, type WireText } from '../../lib/wire-text.js';
import { eventPacket, type PacketText, writePacket } from '../transport/packets.js';
import type { SocketRegistry } from './registry.js';

/** Sends an event to every socket of some members. */
export interface Broadcast {
  toMembers<E extends ServerEvent>(userIds: readonly number[], event: E, payload: ServerPayload<E>): void;
  /** Sends each reader their own version. */
  toReaders<E extends ServerEvent>(event: E, views: Views<ServerPayload<E>>): void;
  /** The same for serialized JSON. `except` is the id of the socket to leave out. */
  jsonToMembers(userIds: readonly number[], event: ServerEvent, json: WireText, except: string | null): void;
  /** Sends an event of a team's conversation, with one text for all, only to sockets that announced that they take such events. */
  toTeam<E extends ServerEvent>(userIds: readonly number[], event: E, payload: ServerPayload<E>): void;
  jsonToTeam(userIds: readonly number[], event: ServerEvent, json: WireText, except: string | null): void;
  /** Whether this member may have a socket anywhere. */
  mayReach(userId: number): boolean;
}

/** All sockets of a member, or those that take the events of teams' conversations. */
export type Audience = 'all' | 'teams';

interface Receivers {
  userIds: readonly number[];
  /** The id of the socket to leave out. */
  except: string | null;
  audience: Audience;
}

/** Broadcasts to this server's sockets. */
export const createLocalBroadcast = (sockets: SocketRegistry): Broadcast =>
  createBroadcast(
    (to, packet) => writeToMembers(sockets, to, packet),
    (userId) => sockets.has(userId),
  );

/** Turns an event into one packet text, which `write` sends to all its receivers. */
export const createBroadcast = (
  write: (to: Receivers, packet: PacketText) => void,
  mayReach: Broadcast['mayReach'],
): Broadcast => ({
  jsonToMembers: (userIds, event, json, except) =>
    write({ userIds, except, audience: 'all' }, eventPacket(event, json)),
  toMembers: (userIds, event, payload) =>
    write({ userIds, except: null, audience: 'all' }, eventPacket(event, jsonText(payload))),
  toReaders: (event, { readerIds, for: viewOf }) => {
    for (const readerId of readerIds)
      write({ userIds: [readerId], except: null, audience: 'all' }, eventPacket(event, jsonText(viewOf(readerId))));
  },
  toTeam: (userIds, event, payload) =>
    write({ userIds, except: null, audience: 'teams' }, eventPacket(event, jsonText(payload))),
  jsonToTeam: (userIds, event, json, except) => write({ userIds, except, audience: 'teams' }, eventPacket(event, json)),
  mayReach,
});

/** Writes a packet to its receivers on this server. */
export function writeToMembers(
  sockets: SocketRegistry,
  { userIds, except, audience }: Receivers,
  packet: PacketText,
): void {
  for (const userId of userIds)
    for (const socket of sockets.of(userId))
      if (socket.id !== except && (audience === 'all' || socket.data.takesTeams)) writePacket(socket, packet);
}

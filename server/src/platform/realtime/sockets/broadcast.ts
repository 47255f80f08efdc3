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
  /** Sends an event of a team's conversation: only to sockets that announced that they take these, all with the same text. */
  toTeam<E extends ServerEvent>(userIds: readonly number[], event: E, payload: ServerPayload<E>): void;
  jsonToTeam(userIds: readonly number[], event: ServerEvent, json: WireText, except: string | null): void;
  /** Whether this member may have a socket anywhere. */
  mayReach(userId: number): boolean;
}

/** All sockets of a member, or those that take the events of teams' conversations. */
export type Audience = 'all' | 'teams';

/** Broadcasts to this server's sockets. */
export const createLocalBroadcast = (sockets: SocketRegistry): Broadcast =>
  createBroadcast(
    (userIds, packet, except, audience) => writeToMembers(sockets, userIds, packet, except, audience),
    (userId) => sockets.has(userId),
  );

/** Turns an event into one packet text, which `write` sends to all its receivers. */
export const createBroadcast = (
  write: (userIds: readonly number[], packet: PacketText, except: string | null, audience: Audience) => void,
  mayReach: Broadcast['mayReach'],
): Broadcast => ({
  jsonToMembers: (userIds, event, json, except) => write(userIds, eventPacket(event, json), except, 'all'),
  toMembers: (userIds, event, payload) => write(userIds, eventPacket(event, jsonText(payload)), null, 'all'),
  toReaders: (event, { readerIds, for: viewOf }) => {
    for (const readerId of readerIds) write([readerId], eventPacket(event, jsonText(viewOf(readerId))), null, 'all');
  },
  toTeam: (userIds, event, payload) => write(userIds, eventPacket(event, jsonText(payload)), null, 'teams'),
  jsonToTeam: (userIds, event, json, except) => write(userIds, eventPacket(event, json), except, 'teams'),
  mayReach,
});

/** Writes a packet to this server's sockets of some members, `except` one. */
export function writeToMembers(
  sockets: SocketRegistry,
  userIds: readonly number[],
  packet: PacketText,
  except: string | null,
  audience: Audience,
): void {
  for (const userId of userIds)
    for (const socket of sockets.of(userId))
      if (socket.id !== except && (audience === 'all' || socket.data.takesTeams)) writePacket(socket, packet);
}

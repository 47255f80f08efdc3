import type { ServerEvent, ServerPayload } from '@sangam/shared/contract/socket';
import { PacketType } from 'socket.io-parser';
import type { Devices, Io } from './devices.js';
import { memberRoom } from './member-room.js';
import { eventPacket, writePacket } from './wire.js';

/** Sends an event to every device of some members. */
export interface Push {
  toMembers<E extends ServerEvent>(userIds: readonly number[], event: E, payload: ServerPayload<E>): void;
  /** The same for a payload that is JSON already; `except` is the socket that needs no push. */
  jsonToMembers(userIds: readonly number[], event: ServerEvent, json: string, except: string | null): void;
  /** Whether a push to this member could reach anybody. */
  mayReach(userId: number): boolean;
}

/** One server: straight to the sockets, one packet text for all of them. */
export function createLocalPush(devices: Devices): Push {
  const jsonToMembers: Push['jsonToMembers'] = (userIds, event, json, except) => {
    let packet = '';
    for (const userId of userIds)
      for (const device of devices.of(userId)) {
        if (device.id === except) continue;
        packet ||= eventPacket(event, json);
        writePacket(device, packet);
      }
  };
  return {
    jsonToMembers,
    toMembers: (userIds, event, payload) => jsonToMembers(userIds, event, JSON.stringify(payload), null),
    mayReach: (userId) => devices.has(userId),
  };
}

/** What the cluster adapter takes for another server's sockets; in its types, only its subclasses may call it. */
interface Elsewhere {
  publish(message: {
    type: typeof BROADCAST;
    data: {
      opts: { rooms: string[]; except: string[]; flags: object };
      packet: { type: PacketType; nsp: string; data: [event: ServerEvent, payload: unknown] };
    };
  }): void;
}
const BROADCAST = 3;

/**
 * Many servers: straight to the sockets of this one, and through the adapter to the servers that hold the member's room.
 * A plain broadcast would write to this server's sockets frame by frame, past what gathers a turn's frames.
 */
export function createClusterPush(io: Io, devices: Devices): Push {
  const local = createLocalPush(devices);
  const elsewhere = io.of('/').adapter as unknown as Elsewhere;

  const publish = (userIds: readonly number[], event: ServerEvent, payload: unknown) => {
    const packet = { type: PacketType.EVENT, nsp: '/', data: [event, payload] as [ServerEvent, unknown] };
    // A room at a time: what goes to several rooms at once, the adapter sends to every server there is.
    for (const userId of new Set(userIds))
      elsewhere.publish({
        type: BROADCAST,
        data: { opts: { rooms: [memberRoom(userId)], except: [], flags: {} }, packet },
      });
  };
  return {
    jsonToMembers(userIds, event, json, except) {
      local.jsonToMembers(userIds, event, json, except);
      publish(userIds, event, JSON.parse(json));
    },
    toMembers(userIds, event, payload) {
      local.toMembers(userIds, event, payload);
      publish(userIds, event, payload);
    },
    mayReach: () => true,
  };
}

import type { ServerEvent, ServerPayload } from '@sangam/shared/contract/socket';
import type { Devices, Io } from './devices.js';
import { eventPacket, RawJson, writePacket } from './wire.js';

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

/** The room that holds a member's devices, on whichever server. */
export const memberRoom = (userId: number): string => `u:${userId}`;

/** Many servers: through the adapter, to the servers that hold the member's room. */
export function createClusterPush(io: Io): Push {
  const emit = (userIds: readonly number[], event: ServerEvent, payload: RawJson, except: string | null) => {
    // A room at a time: what goes to several rooms at once, the adapter sends to every server there is.
    for (const userId of new Set(userIds)) {
      const room = io.to(memberRoom(userId));
      const audience = except === null ? room : room.except(except);
      // The adapter takes any payload; RawJson stands for the one that the event's type asks for.
      (audience.emit as (event: ServerEvent, payload: RawJson) => void).call(audience, event, payload);
    }
  };
  return {
    jsonToMembers: (userIds, event, json, except) => emit(userIds, event, new RawJson(json), except),
    toMembers: (userIds, event, payload) => emit(userIds, event, new RawJson(JSON.stringify(payload)), null),
    mayReach: () => true,
  };
}

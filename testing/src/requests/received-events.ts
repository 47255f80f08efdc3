import type { ServerToClient } from '@sangam/shared/app/socket';
import type { ClientSocket } from '../test-server.js';

type Read = { [E in keyof ServerToClient]?: (...args: Parameters<ServerToClient[E]>) => readonly (string | number)[] };

const id = (payload: { id: number }) => [payload.id];
/** The ids in each event. */
const idsIn = {
  'join-request:created': id,
  'join-request:mine': id,
  'join-request:decided': id,
  'join-request:reopened': id,
  'join-request:withdrawn': id,
  'join-request:line': ({ moved }) => moved.map((one) => one.id),
  'connection:created': id,
  'connection:mine': id,
  'connection:decided': id,
  'invitation:changed': id,
  'project:taken-over': ({ creator_id }) => [creator_id],
  'offer:changed': ({ offer, status }) => [`${offer.id} ${status}`],
  'team:left': ({ user_id }) => [user_id],
  'team:removed': ({ user_id }) => [user_id],
} as const satisfies Read;

export interface ReceivedEvents {
  /** Each event as `user event id`. */
  events: string[];
  /** Some events may be missing. */
  mayMiss: boolean;
}

/** Records the events about requests that a member's socket receives, until it closes. */
export function recordEvents(received: ReceivedEvents, user: number, socket: ClientSocket): void {
  const on = <E extends keyof typeof idsIn>(event: E) => {
    const read: (payload: never) => readonly (string | number)[] = idsIn[event];
    const record = (payload: unknown) => {
      for (const one of read(payload as never)) received.events.push(`${user} ${event} ${one}`);
    };
    socket.on(event, record as never);
  };
  for (const event of Object.keys(idsIn) as (keyof typeof idsIn)[]) on(event);
  const miss = () => {
    received.mayMiss = true;
  };
  socket.on('pushes:missed', miss);
  socket.on('disconnect', miss);
}

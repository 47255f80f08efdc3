import type { ServerToClient } from '@sangam/shared/app/socket';
import type { ClientSocket } from './test-server.js';

type Read = { [E in keyof ServerToClient]?: (...args: Parameters<ServerToClient[E]>) => readonly (string | number)[] };

const id = (payload: { id: number }) => [payload.id];
/** Which requests and the like a push is about. */
const about = {
  'join-request:created': id,
  'join-request:mine': id,
  'join-request:decided': id,
  'join-request:withdrawn': id,
  'join-request:line': ({ moved }) => moved.map((one) => one.id),
  'connection:created': id,
  'connection:mine': id,
  'connection:decided': id,
  'project:taken-over': ({ creator_id }) => [creator_id],
  'offer:changed': ({ offer, status }) => [`${offer.id} ${status}`],
  'team:left': ({ user_id }) => [user_id],
  'team:removed': ({ user_id }) => [user_id],
} as const satisfies Read;

export interface Ears {
  /** What was pushed to whom, as `user event id`. */
  heard: string[];
  /** Some pushes may not have come. */
  mayMiss: boolean;
}

/** Writes down what a member's socket is told of requests, until it closes. */
export function listen(ears: Ears, user: number, socket: ClientSocket): void {
  const on = <E extends keyof typeof about>(event: E) => {
    const read: (payload: never) => readonly (string | number)[] = about[event];
    const hear = (payload: unknown) => {
      for (const one of read(payload as never)) ears.heard.push(`${user} ${event} ${one}`);
    };
    socket.on(event, hear as never);
  };
  for (const event of Object.keys(about) as (keyof typeof about)[]) on(event);
  const miss = () => {
    ears.mayMiss = true;
  };
  socket.on('pushes:missed', miss);
  socket.on('disconnect', miss);
}

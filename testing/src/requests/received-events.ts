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
  // In the database, a member who declines a project without a creator can't be told from one whose time is over.
  'offer:changed': ({ offer, status }) => [
    `${offer.id} ${offer.answer_by && (status === 'declined' || status === 'ended') ? 'given up' : status}`,
  ],
  'team:left': ({ user_id }) => [user_id],
  'team:removed': ({ user_id }) => [user_id],
} as const satisfies Read;

export interface ReceivedEvents {
  /** Each event as `user event id`. */
  events: string[];
  /** Some events may be missing. */
  mayMiss: boolean;
  /** Members some of whose events may be missing. */
  missing: Set<number>;
  /** The socket of each member. */
  sockets: Map<number, ClientSocket>;
}

/** Records the events about requests that a member's socket receives, until it closes or another one takes its place. */
export function recordEvents(received: ReceivedEvents, user: number, socket: ClientSocket): void {
  received.sockets.get(user)?.disconnect();
  received.sockets.set(user, socket);
  const on = <E extends keyof typeof idsIn>(event: E) => {
    const idsOf: (payload: never) => readonly (string | number)[] = idsIn[event];
    const record = (payload: unknown) => {
      for (const one of idsOf(payload as never)) received.events.push(`${user} ${event} ${one}`);
    };
    socket.on(event, record as never);
  };
  for (const event of Object.keys(idsIn) as (keyof typeof idsIn)[]) on(event);
  const miss = () => {
    received.missing.add(user);
  };
  socket.on('pushes:missed', miss);
  socket.on('disconnect', miss);
}

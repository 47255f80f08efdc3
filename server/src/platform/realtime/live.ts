import type { ClientEvent } from '@sangam/shared/app/socket';
import type { DomainEvents } from '../events.js';
import type { Broadcast } from './sockets/broadcast.js';
import type { SocketSessions } from './sockets/ended-sessions.js';
import type { ProjectWatchers } from './sockets/project-watchers.js';
import type { Handlers } from './sockets/serve.js';
import type { Watchers } from './sockets/watchers.js';
import type { Io } from './transport/io.js';

/** The sockets, as a subject sees them. */
export interface LiveContext {
  io: Io;
  broadcast: Broadcast;
  /** The same for this server's sockets only. */
  local: Broadcast;
  watchers: Watchers;
  projectWatchers: ProjectWatchers;
  sessions: SocketSessions;
  /** Whether there are other servers to notify. */
  clustered: boolean;
  /** The audience of an event could not be read: every client has to refresh. */
  eventsLost(): void;
}

/** Brings a domain event to its audience, once its transaction has committed. */
export type Audiences = { [E in keyof DomainEvents]: (payload: DomainEvents[E]) => void };

/** A subject's part in realtime: the client events that it serves, and the audience of its domain events. */
export interface Live<C extends ClientEvent = ClientEvent, D extends keyof DomainEvents = keyof DomainEvents> {
  clientEvents: Pick<Handlers, C>;
  audiences: Pick<Audiences, D>;
  /** A member's socket was opened or closed. */
  socketOpened?(socketId: string, userId: number): void;
  socketClosed?(socketId: string): void;
  stop?(): void;
  /** Broadcasts what is gathered, before the server's farewell. Rejects if some of it is lost: then everyone refreshes. */
  finish?(): Promise<void>;
}

import type { ClientToServer, ServerToClient } from '@sangam/shared/app/socket';
import type { Presence } from '@sangam/shared/people/users';
import type { ProjectDeletion } from '@sangam/shared/projects/projects';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';

interface SocketData {
  member: { id: number; name: string; sessionId: string; expiresAtMs: number };
  /** Whether its client takes the events of teams' conversations. */
  takesTeams: boolean;
  /** Its session has ended: events that still wait are refused. */
  hasEnded: boolean;
}

/** Events that servers send each other through the adapter. */
interface ServerToServer {
  'sessions:ended': (sessionIds: string[]) => void;
  /** A member is no longer shown another's presence, or is shown it again. */
  'presence:hidden': (viewerId: number, userId: number) => void;
  'presence:shown': (viewerId: number, presence: Presence) => void;
  /** Both directions of a member's visible presence have to be recomputed. */
  'presence:reserved': (userId: number, otherId: number | null) => void;
  /** A member's typing is hidden from a reader. Null stands for all typists, or for all readers. */
  'typing:hidden': (hidden: { typist_id: number | null; reader_id: number | null }) => void;
  /** A member's name or picture has changed: each server notifies its own viewers. */
  'profile:shown': (userId: number, part: 'name' | 'picture') => void;
  /** A project is gone for those who watch it, except for its team. */
  'project:hidden': (deleted: ProjectDeletion, teamIds: readonly number[]) => void;
  /** Broadcasts to other servers' members arrived late, after newer ones, or were dropped. */
  'pushes:late': () => void;
  /** The events of a commit were lost. */
  'events:lost': () => void;
}

export type Io = Server<ClientToServer, ServerToClient, ServerToServer, SocketData>;

/** An authenticated socket. */
export type MemberSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

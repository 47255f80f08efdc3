import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { Db, Trx } from '../platform/db/database.js';
import type { NotificationChanges } from '../platform/records/notifications.js';
import type { ProjectChange } from './teams/teams.js';

/**
 * Why all pending requests of a project end. `unavailable`: its creator is suspended or deleted their account, or a moderator hid it. The
 * notification doesn't reveal which.
 */
export type ProjectEnd = 'project_finished' | 'project_deleted' | 'unavailable';

/**
 * Changes a project's requests in the transaction that changes the project. Requests build on projects, so `requests` implements this and
 * the application passes it in. Hooks return notifications instead of writing them: each transaction writes all of them once, at its end.
 */
export interface ProjectHooks {
  /** Ends all pending requests and interests, because the project ends. */
  endPending(change: ProjectChange, reason: ProjectEnd): Promise<NotificationChanges>;
  /** Ends pending invitations, because the project no longer takes requests. */
  closeInvitations(change: ProjectChange): Promise<NotificationChanges>;
  /** Frees the seat of a member whom the creator removes, and offers it to the waitlist. */
  freeSeat(change: ProjectChange, removed: { userId: number; word: string | null }): Promise<NotificationChanges>;
  /** Whether the member's last seat ended by a removal with this message. */
  wasRemoved(db: Db, projectId: number, removed: { userId: number; word: string | null }): Promise<boolean>;
  /** Frees the seat of a former creator whose account is deleted, without notifying anybody. */
  clearSeat(change: ProjectChange, userId: number): Promise<void>;
  /** Passes pending requests to the new creator, whom `project` already names. */
  changeCreator(
    change: ProjectChange,
    formerId: number,
  ): Promise<{ requests: JoinRequest[]; update: NotificationChanges }>;
  /** The team without its creator, applicants, and those who know that they are invited. */
  listInvolved(trx: Trx, projectId: number, at: Date): Promise<number[]>;
  /** The waitlist of a project whose seats or roles are to change. Pending requests for removed roles become requests without one. */
  openWaitlist(change: ProjectChange, removedRoles: readonly number[]): Promise<OpenWaitlist>;
}

export interface OpenWaitlist {
  /** The role of each seat that is reserved for a member on the waitlist; null for a seat without one. */
  held: (number | null)[];
  /** Offers the added seats, once the project has them. */
  settle(): Promise<void>;
}

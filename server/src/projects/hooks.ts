import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { Trx } from '../platform/db/database.js';
import type { Publish } from '../platform/db/transaction.js';
import type { NotificationUpdate } from '../platform/records/notifications.js';
import type { NewNotification } from '../platform/records/notifications.queries.js';
import type { LockedProject } from './teams/teams.js';

/** A change of a locked project, in its transaction and at one time. */
interface ProjectChange {
  trx: Trx;
  publish: Publish;
  project: LockedProject;
  at: Date;
}

/**
 * What happens to a project's requests when the project changes, in the same transaction. Requests build on projects, so `requests`
 * implements this and the application hands it in. Notifications are answered, not written: a transaction writes them once and last.
 */
export interface ProjectHooks {
  /** Ends all that is pending, because the project ends. */
  endPending(change: ProjectChange, endedBy: EndReason): Promise<Required<Pick<NotificationUpdate, 'added' | 'read'>>>;
  /** Frees the seat of a member whom the creator removes, and offers it to the waitlist. */
  freeSeat(
    change: ProjectChange,
    removed: { userId: number; word: string | null },
  ): Promise<{ added: NewNotification[] }>;
  /** Hands what is pending to the new creator. `project` already names the new one. */
  changeCreator(
    change: ProjectChange,
    formerId: number,
  ): Promise<{ requests: JoinRequest[]; update: Required<Pick<NotificationUpdate, 'added' | 'dropped'>> }>;
  /** The waitlist of a project whose number of seats is to change. */
  openWaitlist(change: ProjectChange): Promise<{
    /** Seats that are reserved for members on the waitlist. */
    held: number;
    /** Offers the seats that were added, once there are so many. */
    settle(maxMembers: number): Promise<void>;
  }>;
}

import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { RequestAct } from '@sangam/shared/requests/transitions';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { ProjectChange } from '../../projects/projects.js';
import type { RequestRef, RequestSelection, RequestTable } from './queries.js';

/** How a request ends without an answer. */
export interface End {
  act: Extract<RequestAct, 'run_out' | 'end' | 'vanish' | 'join'>;
  endedBy: EndReason;
  /** The creator who sees the end: the former one, if the current one must not know about the request. */
  shownTo?: number | undefined;
}

/**
 * A kind of requests: join requests, interest, or invitations. Deadlines, withdrawals and ends are the same for all; each kind adds its own
 * parts, such as seats and the waitlist. An invitation is a request from the other side: its requester is the invited member.
 */
export interface KindOfRequest {
  table: RequestTable;
  /** The prefix of its notifications' kinds and keys. */
  name: 'request' | 'interest' | 'invitation';
  /**
   * Ends all of the project's pending requests, those whose deadline has passed, or one of them, and publishes that to both sides. Returns
   * the ended requests, those of them whose end without an answer the creator is notified of, and other members' notifications.
   */
  end(
    change: ProjectChange,
    selection: RequestSelection,
    end: End,
  ): Promise<{ ended: RequestRef[]; lapsed: RequestRef[]; otherNotifications: NewNotification[] }>;
  /**
   * Ends a pending request as if its applicant had withdrawn it or the invited member had declined, and publishes that to both sides.
   * Returns the changes to notifications.
   */
  withdraw(change: ProjectChange, request: RequestRef): Promise<NotificationUpdate>;
  /** Schedules the next checks of deadlines. */
  addDeadlineChecks(trx: Trx, publish: Publish, checks: readonly { id: number; due_at: Date }[]): Promise<void>;
}

/** A kind that its project's creator answers. */
export type ToCreator = KindOfRequest & { name: 'request' | 'interest' };

import type { LiveMessage } from '@sangam/shared/chat/messages';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { TeamDeparture, TeamRemoval } from '@sangam/shared/projects/projects';
import type { CreatorChange, TransferChange } from '@sangam/shared/projects/transfers';
import type { Interest, InterestDecision } from '@sangam/shared/requests/interests';
import type { Invitation } from '@sangam/shared/requests/invitations';
import type { JoinRequest, JoinRequestDecision, JoinRequestEnd } from '@sangam/shared/requests/join-requests';

/** Events that a member is notified of while a page is open. */
export type Notice =
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'request'; request: JoinRequest }
  | { kind: 'reopened'; request: JoinRequest }
  | { kind: 'withdrawal'; request: JoinRequest }
  | { kind: 'seat-missed'; request: JoinRequest }
  | { kind: 'seat-taken'; request: JoinRequest }
  | {
      kind: 'waitlist';
      id: number;
      project_id: number;
      project_title: string;
      /** Undefined if the request was put on the waitlist; else the end of its seat offer. */
      offered_until: string | undefined;
    }
  | { kind: 'decision'; decision: JoinRequestDecision }
  | { kind: 'end'; end: JoinRequestEnd }
  | { kind: 'removal'; removal: TeamRemoval }
  | { kind: 'departure'; departure: TeamDeparture }
  | { kind: 'transfer'; change: TransferChange }
  | { kind: 'transfer-accepted'; change: CreatorChange }
  | { kind: 'interest'; interest: Interest }
  | { kind: 'interest-withdrawal'; interest: Interest }
  | { kind: 'interest-decision'; decision: InterestDecision }
  | { kind: 'invitation'; invitation: Invitation }
  | { kind: 'notification'; item: NotificationItem };

/** Notices that have toasts. A `notification` has none: the bell's list shows it, or in a hidden tab the browser. */
export type ToastNotice = Exclude<Notice, { kind: 'notification' }>;

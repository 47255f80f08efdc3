import { keysOf } from './keys-of.js';
import type { RemovablePart, ReportReason } from './reports.js';

/** Ways to sign in. */
export const signInWays = ['password', 'sign-up', 'social'] as const;
export type SignInWay = (typeof signInWays)[number];

/** The kinds of the audit trail, with each entry's details in addition to its time, actor, member and origin. */
export interface AuditDetails {
  'session:begun': { way: SignInWay };
  /** With a wrong password; one entry per address and hour. */
  'session:refused': Record<string, never>;
  /** Sessions other than the current one. */
  'session:ended': { ended: number };
  'password:changed': Record<string, never>;
  /** With an emailed link. */
  'password:reset': Record<string, never>;
  /** A provider has shown that the address does not belong to the person who chose the password (R2.11). */
  'password:removed': Record<string, never>;
  'email:changed': Record<string, never>;
  'data:exported': Record<string, never>;
  /** Requested; the member may return for 30 days. */
  'account:deleted': Record<string, never>;
  'account:restored': Record<string, never>;
  'provider:linked': { provider: 'google' | 'github' };
  'provider:unlinked': { provider: 'google' | 'github' };
  /** A moderator has opened a report with its evidence. */
  'report:read': { report_id: number };
  /** A moderator has read these messages around the reported ones. */
  'report:context': { report_id: number; from: number; to: number };
  'report:dismissed': { report_id: number; note: string };
  /** `words`: the moderator's message to the member. */
  'member:warned': { report_id: number; reason: ReportReason; note: string; words?: string };
  /** `parts`: those of the page that the member had not changed since the report; `words` as for a warning. */
  'page:removed': { report_id: number; parts: RemovablePart[]; reason: ReportReason; note: string; words?: string };
  /** `until` is missing if it has no end; `words` as for a warning. */
  'member:suspended': { report_id: number; reason: ReportReason; note: string; until?: string; words?: string };
  /** By a moderator. */
  'member:restored': { note: string };
  /** Its time is over. */
  'suspension:ended': Record<string, never>;
  /** `words` as for a warning. */
  'project:hidden': {
    report_id: number;
    project_id: number;
    title: string;
    reason: ReportReason;
    note: string;
    words?: string;
  };
  'project:shown': { project_id: number; title: string; note: string };
  /** By the operator. */
  'moderator:added': Record<string, never>;
  'moderator:removed': Record<string, never>;
}
export type AuditKind = keyof AuditDetails;

/** `own`: a member reads entries of this kind in their own account activity. `moderates`: a moderator's act on a member. */
const auditKinds = {
  'session:begun': { own: true },
  'session:refused': { own: true },
  'session:ended': { own: true },
  'password:changed': { own: true },
  'password:reset': { own: true },
  'password:removed': { own: true },
  'email:changed': { own: true },
  'data:exported': { own: true },
  'account:deleted': { own: true },
  'account:restored': { own: true },
  'provider:linked': { own: true },
  'provider:unlinked': { own: true },
  'report:read': { own: false },
  'report:context': { own: false },
  'report:dismissed': { own: false, moderates: true },
  'member:warned': { own: true, moderates: true },
  'page:removed': { own: true, moderates: true },
  'member:suspended': { own: true, moderates: true },
  'member:restored': { own: true, moderates: true },
  'suspension:ended': { own: true, moderates: true },
  'project:hidden': { own: true, moderates: true },
  'project:shown': { own: true, moderates: true },
  'moderator:added': { own: true },
  'moderator:removed': { own: true },
} as const satisfies Record<AuditKind, { own: boolean; moderates?: true }>;

export type OwnAuditKind = {
  [K in AuditKind]: (typeof auditKinds)[K] extends { own: true } ? K : never;
}[AuditKind];

/** The kinds that members read about themselves. */
export const ownAuditKinds: readonly OwnAuditKind[] = keysOf(auditKinds).filter(
  (kind): kind is OwnAuditKind => auditKinds[kind].own,
);

export type ModerationKind = {
  [K in AuditKind]: (typeof auditKinds)[K] extends { moderates: true } ? K : never;
}[AuditKind];

/** Moderators' acts on members. */
export const moderationKinds: readonly ModerationKind[] = keysOf(auditKinds).filter(
  (kind): kind is ModerationKind => 'moderates' in auditKinds[kind],
);

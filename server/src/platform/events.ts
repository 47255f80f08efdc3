import type { NotificationsChange } from '@sangam/shared/notices/notifications';

/**
 * Domain events, name → payload, published only after their commit. Each subject adds its own (`declare module`), and declares in its
 * `live.ts` which sockets receive them. The payload names the members concerned.
 */
export interface DomainEvents {
  /** The changes to each member's notifications in one transaction. */
  'inboxes:changed': readonly { user_id: number; change: NotificationsChange }[];
  /** Jobs of this kind were written, the first of them due at this time. */
  'jobs:added': { kind: string; due_at: Date };
  /** A change was or may have been committed whose events or their audience are unknown: every client has to refresh. */
  'events:lost': null;
}

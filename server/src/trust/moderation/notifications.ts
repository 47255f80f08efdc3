import { type ReportReason, reportReasonWords } from '@sangam/shared/core/reports';
import type { NewNotification } from '../../platform/records/notifications.queries.js';

const nothingElse = { project_id: null, actor_id: null };

/** To who reported: that it was looked at, not what came of it. */
export const reviewed = (userId: number, reportId: number): NewNotification => ({
  ...nothingElse,
  ...{ user_id: userId, kind: 'report:reviewed', key: `report:${reportId}`, subject_id: reportId },
  title: 'Your report was reviewed',
  link: '/dashboard',
});

export const warned = (userId: number, reportId: number, reason: ReportReason): NewNotification => ({
  ...nothingElse,
  ...{ user_id: userId, kind: 'account:warned', key: `warning:${reportId}`, subject_id: reportId },
  title: `A moderator warned you: ${reportReasonWords[reason]}`,
  link: '/settings',
});

/** To a project's creator. */
export const hiddenOrShown = (
  kind: 'project:hidden' | 'project:shown',
  project: { id: number; title: string; creator_id: number },
  at: Date,
): NewNotification => ({
  ...{ user_id: project.creator_id, kind, key: `${kind}:${project.id}:${at.getTime()}`, title: project.title },
  ...{ project_id: project.id, subject_id: null, actor_id: null },
});

/** In place of what tells who asked that the creator has ended their project: here nobody is named. It has no page for them. */
export const unavailable = (ended: NewNotification): NewNotification => ({
  ...ended,
  ...{ kind: 'project:unavailable', actor_id: null, link: '/work' },
});

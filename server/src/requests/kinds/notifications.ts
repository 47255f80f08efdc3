import type { NotificationKind } from '@sangam/shared/notices/notification-kinds';
import type { Trx } from '../../platform/db/database.js';
import { findUnreadOfProject, type NewNotification } from '../../platform/records/notifications.queries.js';
import type { LockedProject } from '../../projects/projects.js';
import type { KindOfRequest, ToCreator } from './kind.js';
import { listEarlier, type RequestRef } from './queries.js';

type Name = KindOfRequest['name'];

/** Each side has one notification for each request. */
export const keyOf = (name: Name, id: number): string => `${name}:${id}`;

type NotifiedProject = Pick<LockedProject, 'title' | 'creator_id'> & { id: number };

const requestFields = (name: Name, project: NotifiedProject, { id }: RequestRef) => ({
  key: keyOf(name, id),
  title: project.title,
  project_id: project.id,
  subject_id: id,
});

/** Notifies the creator of a change by the applicant or the invited member. It replaces the previous notification about the request. */
export const toCreator = (
  name: Name,
  kind: NotificationKind,
  project: NotifiedProject,
  request: RequestRef,
): NewNotification => ({
  ...requestFields(name, project, request),
  user_id: project.creator_id,
  kind,
  actor_id: request.requester_id,
});

/** Notifies the applicant or the invited member of a change by the creator. It replaces the previous notification about the request. */
export const toRequester = (
  name: Name,
  kind: NotificationKind,
  project: NotifiedProject,
  request: RequestRef,
): NewNotification => ({
  ...requestFields(name, project, request),
  user_id: request.requester_id,
  kind,
  actor_id: project.creator_id,
});

/** The kinds that tell an applicant that a request is still pending. */
const stillPending = { request: ['request:reopened', 'request:moved'], interest: ['interest:moved'] } as const;

/** Returns an applicant's unread notifications that no longer apply once they withdraw, to keep them out of later emails. */
export const findPendingNotifications = (
  trx: Trx,
  name: ToCreator['name'],
  { id: projectId }: Pick<NotifiedProject, 'id'>,
  { requester_id: userId }: Pick<RequestRef, 'requester_id'>,
) => findUnreadOfProject(trx, { userId, projectId, kinds: stillPending[name] });

/** Reminds the side that has to answer. */
export const reminder = (
  name: Name,
  change: 'reminder' | 'last_day',
  project: NotifiedProject,
  request: RequestRef,
): NewNotification =>
  name === 'invitation'
    ? toRequester(name, `${name}:${change}`, project, request)
    : toCreator(name, `${name}:${change}`, project, request);

/**
 * Notifies the creator of a new request, and replaces the notifications of the applicant's earlier requests, so that asking repeatedly
 * leaves one. `otherNotifications`: notifications of the same transaction, some of which this one may also replace.
 */
export async function toCreatorOfNew(
  { trx, project }: { trx: Trx; project: NotifiedProject },
  kind: ToCreator,
  request: RequestRef,
  otherNotifications: readonly NewNotification[],
) {
  const earlier = await listEarlier(trx, kind.table, request);
  const dropped = earlier.map((id) => ({ user_id: project.creator_id, key: keyOf(kind.name, id) }));
  const remaining = otherNotifications.filter(
    ({ user_id, key }) => !dropped.some((each) => each.user_id === user_id && each.key === key),
  );
  return { added: [...remaining, toCreator(kind.name, `${kind.name}:received`, project, request)], dropped };
}

/**
 * Notifies the applicant that the project is no longer available to them. The notification names nobody and links to no project page, so
 * that it doesn't reveal why.
 */
export const unavailable = (name: Name, project: NotifiedProject, request: RequestRef): NewNotification => ({
  ...toRequester(name, 'project:unavailable', project, request),
  actor_id: null,
  link: '/work',
});

import type { TeamMember } from '@sangam/shared/projects/projects';
import type { JoinRequest, JoinRequestEnd } from '@sangam/shared/requests/join-requests';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { findUnreadOfProject, type NewNotification } from '../../platform/records/notifications.queries.js';
import type { LockedProject } from '../../projects/projects.js';
import { requestFields } from '../kinds/notifications.js';
import type { RequestRef } from '../kinds/queries.js';

/** Notifies the applicant of the creator's decision, or that the creator has reopened the request. */
export const toRequester = (
  kind: 'request:accepted' | 'request:rejected' | 'request:reopened',
  creatorId: number,
  request: JoinRequest,
): NewNotification => ({
  ...requestFields('request', { id: request.project_id, title: request.project_title }, request),
  user_id: request.user_id,
  kind,
  actor_id: creatorId,
});

/** Notifies the creator that the applicant declined a seat offer, or that it expired. */
export const seatOfferEnded = (
  kind: 'seat:declined' | 'seat:lapsed',
  project: LockedProject,
  request: RequestRef,
): NewNotification => ({
  ...requestFields('request', project, request),
  user_id: project.creator_id,
  kind,
  actor_id: request.requester_id,
});

/** Notifies the applicant of their place on the waitlist, or of a seat offer. */
export const toApplicant = (
  kind: 'line:placed' | 'seat:offered' | 'seat:missed',
  project: LockedProject,
  request: RequestRef,
): NewNotification => ({
  ...requestFields('request', project, request),
  user_id: request.requester_id,
  kind,
  actor_id: project.creator_id,
});

/** Notifies the applicant about their time on the waitlist, without an actor. */
export const withoutActor = (
  kind: 'waitlist:reminder' | 'waitlist:last_day' | 'waitlist:lapsed',
  project: LockedProject,
  request: RequestRef,
): NewNotification => ({
  ...requestFields('request', project, request),
  user_id: request.requester_id,
  kind,
  actor_id: null,
});

/** Notifies a member that they were removed. */
export const removedFrom = (project: LockedProject, userId: number, requestId: number | null): NewNotification => ({
  user_id: userId,
  kind: 'seat:removed',
  key: `seat:${requestId ?? `${project.id}:${userId}`}`,
  title: project.title,
  project_id: project.id,
  subject_id: requestId,
  actor_id: project.creator_id,
});

/** The key of a team's notification about a member's seat, so that there is one per member however often they join and leave. */
const seatKeyOf = (projectId: number, userId: number): string => `seat:${projectId}:${userId}`;

/** Notifies a team that a member joined or left. */
export const toTeam = (
  kind: 'seat:joined' | 'seat:left',
  team: readonly TeamMember[],
  { project, requestId, userId }: { project: LockedProject; requestId: number | null; userId: number },
): NewNotification[] =>
  team
    .filter(({ id }) => id !== userId)
    .map(({ id }) => ({
      user_id: id,
      kind,
      key: seatKeyOf(project.id, userId),
      title: project.title,
      project_id: project.id,
      subject_id: requestId,
      actor_id: userId,
    }));

/** The kinds for members of a team: about their own seat, and about changes to the team. */
const forMembers = [
  'request:accepted',
  'seat:joined',
  'seat:left',
  'project:taken_over',
  'team:hidden',
  'team:shown',
] as const;

/** Returns the unread notifications that no longer apply to a member without a seat, to keep them out of later mails. */
export const withoutSeat = (trx: Trx, { id: projectId }: LockedProject, userId: number) =>
  findUnreadOfProject(trx, { userId, projectId, kinds: forMembers });

/** Publishes the end of a request to both sides. */
export const publishEnd = (
  publish: Publish,
  project: LockedProject,
  requester_id: number,
  end: Omit<JoinRequestEnd, 'project_id' | 'project_title'>,
): void =>
  publish('join-request:withdrawn', {
    creator_id: project.creator_id,
    requester_id,
    end: { ...end, project_id: project.id, project_title: project.title },
  });

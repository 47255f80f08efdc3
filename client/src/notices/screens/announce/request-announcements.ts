import type { NotificationKind } from '@sangam/shared/notices/notification-kinds';
import { hasActor } from '@sangam/shared/notices/notification-words';
import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { stageOf } from '@sangam/shared/requests/stage';
import { currentUserId } from '../../../core/session/session';
import { wireLabel } from '../../../lib/wire-label';
import { rejectReasonWords } from '../../../requests/screens/parts/reject-reasons';
import { interests } from '../../../requests/state/interests';
import { invitations } from '../../../requests/state/invitations';
import { requests } from '../../../requests/state/requests';
import {
  type Announcement,
  type Announcements,
  anyOf,
  at,
  isChatOf,
  isChatWith,
  ofProject,
  projectPath,
  showsParticipation,
} from './announcement';

interface Named {
  id: number;
  project_id: number;
  project_title: string;
}

const ofRequest = (request: Named, kind: NotificationKind, actor: string): Announcement =>
  ofProject(request, { id: `request-${request.id}`, kind, actor });

const ofInterest = (interest: Named, kind: NotificationKind, actor: string): Announcement =>
  ofProject(interest, { id: `interest-${interest.id}`, kind, actor });

/** Whether the path shows applicants the answer to their request: My work, the project's page, or the conversation with the creator. */
const isAnswerShown = ({ id, project_id }: Pick<Named, 'id' | 'project_id'>): Announcement['isShownOn'] =>
  anyOf(showsParticipation(project_id), isChatWith(creatorOf(id)));

const creatorOf = (requestId: number): number | undefined => requests.get(requestId)?.creator_id;

/** The creator, as the subject of a sentence. Events for applicants leave out the name. */
export const creatorName = (known: { creator_name?: string | undefined } | undefined): string =>
  known?.creator_name ?? 'The creator';

/** Announces the creator's answer to the member's own request. */
const ofAnswer = (request: Named, kind: NotificationKind, why?: string | null): Announcement => {
  const announcement = ofRequest(request, kind, hasActor(kind) ? creatorName(requests.get(request.id)) : '');
  return { ...announcement, text: why ? `${announcement.text}: ${why}` : announcement.text };
};

/** Whether the creator still has to answer: a request on the waitlist was answered. */
const isUnanswered = (id: number): boolean => {
  const request = requests.get(id);
  return request !== undefined && stageOf(request) === 'pending';
};

/** The page to open after a request has ended: a deleted project has none. */
const pathAfter = (ended_by: EndReason | undefined, id: number): string =>
  ended_by === 'project_deleted' ? '/work' : projectPath(id);

function endKind(of: 'request' | 'interest', ended_by: EndReason | undefined): NotificationKind {
  if (ended_by === 'no_answer') return `${of}:unanswered`;
  if (ended_by === 'waitlist_lapsed') return 'waitlist:lapsed';
  if (ended_by === 'offer_lapsed') return 'seat:missed';
  // The project was deleted, or hidden from the applicant.
  return ended_by === 'project_deleted' ? 'project:unavailable' : `${of}:ended`;
}

/** The kind of notification for an invitation's newest change. */
function invitationKind({ status, ended_by, answer_by, user_id }: Invitation): NotificationKind {
  if (answer_by !== undefined) return 'invitation:received';
  if (status === 'accepted') return 'invitation:accepted';
  if (status === 'declined') return 'invitation:declined';
  if (ended_by === 'no_answer') return user_id === currentUserId() ? 'invitation:unanswered' : 'invitation:lapsed';
  return ended_by === 'project_deleted' ? 'project:unavailable' : 'invitation:ended';
}

/** The announcements of join requests, the waitlist, interest and invitations. */
export const requestAnnouncements: Announcements<
  | 'request'
  | 'withdrawal'
  | 'seat-missed'
  | 'seat-taken'
  | 'waitlist'
  | 'reopened'
  | 'decision'
  | 'end'
  | 'interest'
  | 'interest-withdrawal'
  | 'interest-decision'
  | 'invitation'
> = {
  request: ({ request }) => ({
    ...ofRequest(request, 'request:received', request.user_name),
    to: '/dashboard',
    isTrue: () => isUnanswered(request.id),
    // The creator can answer on each of these.
    isShownOn: anyOf(at('/dashboard'), at(projectPath(request.project_id)), isChatWith(request.user_id)),
  }),
  withdrawal: ({ request }) => ({
    ...ofRequest(request, request.offered_until ? 'seat:declined' : 'request:withdrawn', request.user_name),
    isShownOn: isChatWith(request.user_id),
  }),
  'seat-missed': ({ request }) => ofRequest(request, 'seat:lapsed', request.user_name),
  'seat-taken': ({ request }) => ({
    ...ofRequest(request, 'seat:joined', request.user_name),
    isShownOn: anyOf(at(projectPath(request.project_id)), isChatOf(request.project_id)),
  }),
  waitlist: (notice) => ({
    ...ofAnswer(notice, notice.offered_until ? 'seat:offered' : 'line:placed'),
    // False once it becomes a seat offer, which a toast with the same id announces.
    isTrue: () => {
      const now = requests.get(notice.id);
      return now?.status === 'pending' && now.offered_until === notice.offered_until;
    },
    isShownOn: isAnswerShown(notice),
  }),
  reopened: ({ request }) => ({
    ...ofAnswer(request, 'request:reopened'),
    isTrue: () => requests.get(request.id)?.status === 'pending',
    isShownOn: isAnswerShown(request),
  }),
  decision({ decision }) {
    const { id, status, decline_reason, end_word } = decision;
    const why = end_word ?? (decline_reason && wireLabel(rejectReasonWords, decline_reason));
    return {
      ...ofAnswer(decision, status === 'accepted' ? 'request:accepted' : 'request:rejected', why),
      isTrue: () => (requests.get(id)?.status ?? status) === status,
      isShownOn: isAnswerShown(decision),
    };
  },
  end: ({ end }) => ({
    ...ofAnswer(end, endKind('request', end.ended_by)),
    to: pathAfter(end.ended_by, end.project_id),
    isShownOn: isChatWith(creatorOf(end.id)),
  }),
  interest: ({ interest }) => ({
    ...ofInterest(interest, 'interest:received', interest.requester_name),
    isTrue: () => interests.get(interest.id)?.status === 'pending',
    isShownOn: anyOf(at(projectPath(interest.project_id)), isChatWith(interest.requester_id)),
  }),
  'interest-withdrawal': ({ interest }) => ({
    ...ofInterest(interest, 'interest:withdrawn', interest.requester_name),
    isShownOn: isChatWith(interest.requester_id),
  }),
  'interest-decision'({ decision }) {
    const { id, project_id, status, ended_by, creator_id } = decision;
    const answered = status === 'approved' ? 'interest:approved' : 'interest:denied';
    const kind = ended_by ? endKind('interest', ended_by) : answered;
    return {
      ...ofInterest(decision, kind, hasActor(kind) ? creatorName(decision) : ''),
      to: pathAfter(ended_by, project_id),
      isTrue: () => (interests.get(id)?.status ?? status) === status,
      isShownOn: anyOf(showsParticipation(project_id), isChatWith(creator_id)),
    };
  },
  invitation({ invitation }) {
    const { id, project_id, status, creator_id, creator_name, user_id, user_name } = invitation;
    const kind = invitationKind(invitation);
    const isMine = user_id === currentUserId();
    const actor = kind === 'project:unavailable' ? '' : isMine ? creator_name : user_name;
    return {
      ...ofProject(invitation, { id: `invitation-${id}`, kind, actor }),
      to: isMine ? '/work' : projectPath(project_id),
      isTrue: () => (invitations.get(id)?.status ?? status) === status,
      isShownOn: anyOf(
        isMine ? showsParticipation(project_id) : at(projectPath(project_id)),
        isChatWith(isMine ? creator_id : user_id),
      ),
    };
  },
};

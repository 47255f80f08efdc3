import type { NotificationChoices } from '@sangam/shared/notices/choices';
import type { About, NewsKind } from '@sangam/shared/notices/notification-kinds';
import { devicesToldAt } from '@sangam/shared/notices/quiet-hours-and-mutes';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { aboutMessage, isNotified } from '../../../chat/state/message-news';
import { currentUserId } from '../../../core/session/session';
import type { News, ToastNews } from '../../state/news';

/** The kind that a piece of live news has among the notifications. */
export function kindOf(news: ToastNews): NewsKind {
  switch (news.kind) {
    case 'message':
      return 'message';
    case 'request':
      return 'request:received';
    case 'reopened':
      return 'request:reopened';
    case 'withdrawal':
      return 'request:withdrawn';
    case 'seat-missed':
      return 'seat:lapsed';
    case 'seat-taken':
      return 'seat:joined';
    case 'waitlist':
      return news.offered_until ? 'seat:offered' : 'line:placed';
    case 'decision':
      return news.decision.status === 'accepted' ? 'request:accepted' : 'request:rejected';
    case 'end':
      if (news.end.ended_by === 'no_answer') return 'request:unanswered';
      if (news.end.ended_by === 'waitlist_lapsed') return 'waitlist:lapsed';
      return news.end.ended_by === 'offer_lapsed' ? 'seat:missed' : 'request:ended';
    case 'removal':
      return 'seat:removed';
    case 'departure':
      return 'seat:left';
    case 'transfer':
      if (news.change.status === 'pending') return 'offer:received';
      return news.change.status === 'declined' ? 'offer:declined' : 'offer:taken_back';
    case 'transfer-accepted':
      return 'project:taken_over';
    case 'interest':
      return 'interest:received';
    case 'interest-withdrawal':
      return 'interest:withdrawn';
    case 'invitation':
      return invitationKind(news.invitation);
    case 'interest-decision':
      if (news.decision.ended_by === 'no_answer') return 'interest:unanswered';
      if (news.decision.ended_by) return 'interest:ended';
      return news.decision.status === 'approved' ? 'interest:approved' : 'interest:denied';
  }
}

/** The kind of an invitation's newest change. */
export function invitationKind({ status, ended_by, answer_by, user_id }: Invitation): NewsKind {
  if (answer_by !== undefined) return 'invitation:received';
  if (status === 'accepted') return 'invitation:accepted';
  if (status === 'declined') return 'invitation:declined';
  if (ended_by === 'no_answer') return user_id === currentUserId() ? 'invitation:unanswered' : 'invitation:lapsed';
  return ended_by === 'project_deleted' ? 'project:unavailable' : 'invitation:ended';
}

function aboutOf(news: ToastNews): About {
  switch (news.kind) {
    case 'message':
      return aboutMessage(news.message);
    case 'request':
    case 'reopened':
    case 'withdrawal':
    case 'seat-missed':
    case 'seat-taken':
      return news.request;
    case 'waitlist':
      return news;
    case 'decision':
    case 'interest-decision':
      return news.decision;
    case 'end':
      return news.end;
    case 'removal':
      return news.removal;
    case 'departure':
      return news.departure;
    case 'transfer':
      return news.change.offer;
    case 'transfer-accepted':
      return news.takeover;
    case 'interest':
    case 'interest-withdrawal':
      return news.interest;
    case 'invitation':
      return news.invitation;
  }
}

/** Whether the member's choices allow open pages to show this now, as a toast or a notification of the browser. */
export function isAllowedHere(choices: NotificationChoices, news: News, nowMs: number): boolean {
  if (news.kind === 'message' && !isNotified(news.message)) return false;
  const now = new Date(nowMs);
  const { kind, about } =
    news.kind === 'notification'
      ? { kind: news.item.kind, about: { project_id: news.item.project_id } }
      : { kind: kindOf(news), about: aboutOf(news) };
  return devicesToldAt(choices, { kind, about, at: now }, now)?.getTime() === nowMs;
}

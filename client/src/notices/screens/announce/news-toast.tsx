import { notificationWords } from '@sangam/shared/notices/notification-words';
import type { EndReason } from '@sangam/shared/projects/lifecycle';
import { useEffect, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast/headless';
import { Link, useLocation } from 'react-router-dom';
import { memberIn } from '../../../chat/state/known-conversations';
import { newsOfMessage } from '../../../chat/state/message-news';
import { useTeams } from '../../../chat/state/teams';
import { useThreads } from '../../../chat/state/thread/threads';
import { useUnreadMessages } from '../../../chat/state/unread-messages';
import { currentUserId } from '../../../core/session/session';
import { isFrom } from '../../../lib/dom/text-size';
import { conversationPath } from '../../../lib/links/chat-link';
import { transfers } from '../../../projects/state/transfers';
import { declineWords } from '../../../requests/screens/parts/decline-reasons';
import { interests } from '../../../requests/state/interests';
import { invitations } from '../../../requests/state/invitations';
import { requests, stageOf } from '../../../requests/state/requests';
import type { ToastNews } from '../../state/news';
import { invitationKind } from './allowed-here';

// Loaded with the first toast, as one file.
export { isAllowedHere } from './allowed-here';
export { notifyOfItem, notifyOfMessage } from './hidden-tab';

/** The toast of live news. */
export interface NewsToast {
  /** One for each subject: the next toast with it replaces this one. */
  id: string;
  text: string;
  /** The address of its subject. */
  to: string;
  /** False once its subject was answered, withdrawn, read …: the toast leaves. */
  isTrue: () => boolean;
  /** True when the page at this path shows the same. */
  isSeenAt: (pathname: string) => boolean;
}

const never = () => false;
const always = () => true;
const projectPath = (id: number): string => `/projects/${id}`;
const at = (path: string) => (pathname: string) => pathname === path;

/** The team's chat has a line about each change in the team. */
const isChatOf =
  (projectId: number) =>
  (pathname: string): boolean => {
    const team = useTeams.getState().list?.find(({ project_id }) => project_id === projectId);
    return team !== undefined && pathname === conversationPath(team.key);
  };

/** The open conversation with a member has a card for each request, interest and invitation between the two. */
const isChatWith =
  (memberId: number | undefined) =>
  (pathname: string): boolean => {
    const { openId } = useThreads.getState();
    return (
      memberId !== undefined && openId !== null && pathname.startsWith('/messages') && memberIn(openId) === memberId
    );
  };

const either =
  (...places: readonly NewsToast['isSeenAt'][]) =>
  (pathname: string): boolean =>
    places.some((isSeen) => isSeen(pathname));

/** The creator who answers a request of the member. */
const creatorOf = (requestId: number): number | undefined => requests.get(requestId)?.creator_id;

/** The page after an end: a deleted project has none of its own. */
const pathAfter = (ended_by: EndReason | undefined, id: number): string =>
  ended_by === 'project_deleted' ? '/work' : projectPath(id);

/** Both pages show the member's request or interest in the project. */
const isShownAt = (id: number) => (pathname: string) => pathname === '/work' || pathname === projectPath(id);

const because = (ended_by: EndReason | undefined): string => {
  if (ended_by === 'no_answer') return ': there was no answer in time. You can ask again';
  if (ended_by === 'offer_lapsed') return ': the seat offer expired. You can ask again';
  if (ended_by === 'waitlist_lapsed') return ': your time on the waitlist is over. You can ask again';
  if (ended_by === 'project_finished') return ': the project was finished';
  return ended_by === 'project_deleted' ? ': the project is no longer available' : '';
};

/** Whether the creator still has to answer: a request on the waitlist was answered. */
const isUnanswered = (id: number): boolean => {
  const request = requests.get(id);
  return request !== undefined && stageOf(request) === 'pending';
};

/** From this width on, the list of conversations is beside the open one. */
const isWide = (): boolean => isFrom(48);

/** The toast for one piece of news. */
export function newsToast(news: ToastNews): NewsToast {
  switch (news.kind) {
    case 'message': {
      const { id, content } = news.message;
      const { conversation, toast: text, unread } = newsOfMessage(news.message);
      return {
        id: `message-${conversation}`,
        text,
        to: conversationPath(conversation),
        isTrue() {
          const now = unread();
          return Boolean(now) && (now?.id !== id || now.content === content);
        },
        isSeenAt: (pathname) => {
          const { openId } = useThreads.getState();
          return pathname.startsWith('/messages') && (openId === conversation || openId === null || isWide());
        },
      };
    }
    case 'request': {
      const { id, user_id, user_name, project_id, project_title } = news.request;
      return {
        id: `request-${id}`,
        text: `${user_name} ${notificationWords({ kind: 'request:received' })} ${project_title}`,
        to: '/dashboard',
        isTrue: () => isUnanswered(id),
        // The creator answers on each.
        isSeenAt: either(at('/dashboard'), at(projectPath(project_id)), isChatWith(user_id)),
      };
    }
    case 'withdrawal': {
      const { id, user_id, user_name, project_id, project_title, offered_until } = news.request;
      return {
        id: `request-${id}`,
        text: `${user_name} ${notificationWords({ kind: offered_until ? 'seat:declined' : 'request:withdrawn' })} ${project_title}`,
        to: projectPath(project_id),
        isTrue: always,
        isSeenAt: isChatWith(user_id),
      };
    }
    case 'seat-missed': {
      const { id, user_name, project_id, project_title } = news.request;
      return {
        id: `request-${id}`,
        text: `${user_name} ${notificationWords({ kind: 'seat:lapsed' })} ${project_title}`,
        to: projectPath(project_id),
        isTrue: always,
        isSeenAt: never,
      };
    }
    case 'seat-taken': {
      const { id, user_name, project_id, project_title } = news.request;
      return {
        id: `request-${id}`,
        text: `${user_name} took the seat in ${project_title}`,
        to: projectPath(project_id),
        isTrue: always,
        isSeenAt: (pathname) => pathname === projectPath(project_id) || isChatOf(project_id)(pathname),
      };
    }
    case 'waitlist': {
      const { id, project_id, project_title, offered_until } = news;
      return {
        id: `request-${id}`,
        text: offered_until
          ? `You were offered a seat in ${project_title}`
          : `You were added to the waitlist of ${project_title}`,
        to: projectPath(project_id),
        // When it becomes a seat offer, a toast with the same id says so.
        isTrue: () => {
          const now = requests.get(id);
          return now?.status === 'pending' && now.offered_until === offered_until;
        },
        isSeenAt: either(isShownAt(project_id), isChatWith(creatorOf(id))),
      };
    }
    case 'reopened': {
      const { id, project_id, project_title } = news.request;
      return {
        id: `request-${id}`,
        text: `Your request to join ${project_title} was reopened`,
        to: projectPath(project_id),
        isTrue: () => requests.get(id)?.status === 'pending',
        isSeenAt: either(isShownAt(project_id), isChatWith(creatorOf(id))),
      };
    }
    case 'decision': {
      const { id, project_id, project_title, status, decline_reason, end_word } = news.decision;
      const why = end_word ?? (decline_reason && declineWords[decline_reason]);
      return {
        id: `request-${id}`,
        text: `Your request to join ${project_title} was ${status}${why === undefined ? '' : `: ${why}`}`,
        to: projectPath(project_id),
        isTrue: () => (requests.get(id)?.status ?? status) === status,
        isSeenAt: either(isShownAt(project_id), isChatWith(creatorOf(id))),
      };
    }
    case 'end': {
      const { id, project_id, project_title, ended_by } = news.end;
      return {
        id: `request-${id}`,
        text: `Your request to join ${project_title} ended${because(ended_by)}`,
        to: pathAfter(ended_by, project_id),
        isTrue: always,
        isSeenAt: isChatWith(creatorOf(id)),
      };
    }
    case 'removal': {
      const { project_id, project_title, user_id, word } = news.removal;
      return {
        id: `departure-${project_id}-${user_id}`,
        text: `You were removed from ${project_title}${word === null ? '' : `: ${word}`}`,
        to: projectPath(project_id),
        isTrue: always,
        isSeenAt: never,
      };
    }
    case 'departure': {
      const { project_id, project_title, user_id, user_name } = news.departure;
      return {
        id: `departure-${project_id}-${user_id}`,
        text: `${user_name} ${notificationWords({ kind: 'seat:left' })} ${project_title}`,
        to: projectPath(project_id),
        isTrue: always,
        isSeenAt: isChatOf(project_id),
      };
    }
    case 'transfer': {
      const { offer, status } = news.change;
      const { id, project_id, project_title, creator_name, user_name } = offer;
      const name = status === 'declined' ? user_name : creator_name;
      const kind = status === 'pending' ? 'offer:received' : `offer:${status}`;
      return {
        id: `transfer-${project_id}`,
        text: `${name} ${notificationWords({ kind })} ${project_title}`,
        to: projectPath(project_id),
        isTrue: () => (transfers.get(id) !== undefined) === (status === 'pending'),
        isSeenAt: status === 'pending' ? isShownAt(project_id) : never,
      };
    }
    case 'transfer-accepted': {
      const { project_id, project_title, creator_name } = news.takeover;
      return {
        id: `takeover-${project_id}`,
        text: `${creator_name} ${notificationWords({ kind: 'project:taken_over' })} ${project_title}`,
        to: projectPath(project_id),
        isTrue: always,
        isSeenAt: isChatOf(project_id),
      };
    }
    case 'interest': {
      const { id, requester_id, requester_name, project_id, project_title } = news.interest;
      return {
        id: `interest-${id}`,
        text: `${requester_name} ${notificationWords({ kind: 'interest:received' })} ${project_title}`,
        to: projectPath(project_id),
        isTrue: () => interests.get(id)?.status === 'pending',
        isSeenAt: either(at(projectPath(project_id)), isChatWith(requester_id)),
      };
    }
    case 'interest-withdrawal': {
      const { id, requester_id, requester_name, project_id, project_title } = news.interest;
      return {
        id: `interest-${id}`,
        text: `${requester_name} ${notificationWords({ kind: 'interest:withdrawn' })} ${project_title}`,
        to: projectPath(project_id),
        isTrue: always,
        isSeenAt: isChatWith(requester_id),
      };
    }
    case 'invitation': {
      const { id, project_id, project_title, status, creator_id, creator_name, user_id, user_name } = news.invitation;
      const kind = invitationKind(news.invitation);
      const isMine = user_id === currentUserId();
      const actor = kind === 'project:unavailable' ? '' : `${isMine ? creator_name : user_name} `;
      return {
        id: `invitation-${id}`,
        text: `${actor}${notificationWords({ kind })} ${project_title}`,
        to: isMine ? '/work' : projectPath(project_id),
        isTrue: () => (invitations.get(id)?.status ?? status) === status,
        isSeenAt: either(
          isMine ? isShownAt(project_id) : at(projectPath(project_id)),
          isChatWith(isMine ? creator_id : user_id),
        ),
      };
    }
    case 'interest-decision': {
      const { id, project_id, project_title, status, ended_by } = news.decision;
      return {
        id: `interest-${id}`,
        text: `Your interest in ${project_title} ${ended_by ? `ended${because(ended_by)}` : `was ${status}`}`,
        to: pathAfter(ended_by, project_id),
        isTrue: () => (interests.get(id)?.status ?? status) === status,
        isSeenAt: either(isShownAt(project_id), isChatWith(news.decision.creator_id)),
      };
    }
  }
}

/** Calls `listener` when the `isTrue` of a toast may have changed. Returns the function that stops it. */
function followNews(listener: () => void): () => void {
  const stops = [requests.use, interests.use, invitations.use, transfers.use, useUnreadMessages, useTeams].map(
    (store) => store.subscribe(listener),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shows the toast, in place of an earlier one with its id. */
export const showNews = (news: NewsToast): string => toast(<NewsLink key={news.text} news={news} />, { id: news.id });

/** A link to the subject of the toast. It leaves with a press, when that is on screen, and when it is no longer true. */
function NewsLink({ news }: { news: NewsToast }) {
  const { pathname } = useLocation();
  const isTrue = useSyncExternalStore(followNews, news.isTrue);
  const isOver = !isTrue || news.isSeenAt(pathname);
  useEffect(() => {
    if (isOver) toast.dismiss(news.id);
  }, [isOver, news.id]);
  return (
    <Link
      to={news.to}
      onClick={() => toast.dismiss(news.id)}
      className="-mx-2.5 flex min-h-control items-center rounded-md px-2.5 hover:underline"
    >
      <span className="line-clamp-3 group-hover:line-clamp-none">{news.text}</span>
    </Link>
  );
}

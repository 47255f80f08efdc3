import { isolate } from '@sangam/shared/core/isolate';
import type { About, NoticeKind, NotificationKind } from '@sangam/shared/notices/notification-kinds';
import { notificationWords } from '@sangam/shared/notices/notification-words';
import { memberIn } from '../../../chat/state/known-conversations';
import { useTeams } from '../../../chat/state/teams';
import { useThreads } from '../../../chat/state/thread/threads';
import { conversationPath } from '../../../lib/links/chat-link';
import type { ToastNotice } from '../../state/notice';

/** How a notice is announced while a page is open. */
export interface Announcement {
  /** The kind of notification, by which the member's choices allow it. */
  kind: NoticeKind;
  about: About;
  /** The same for all announcements about a subject: the next toast with this id replaces this one. */
  id: string;
  text: string;
  /** The address of its subject. */
  to: string;
  /** False once the subject was answered, withdrawn, read …: the toast then disappears. */
  isTrue: () => boolean;
  /** Whether the page at this path already shows the same. */
  isShownOn: (pathname: string) => boolean;
}

/** One function for each of these kinds. */
export type Announcements<K extends ToastNotice['kind']> = {
  [P in K]: (notice: Extract<ToastNotice, { kind: P }>) => Announcement;
};

export const projectPath = (id: number): string => `/projects/${id}`;

/**
 * Announces a change to a project with the notification's text. By default it links to the project, stays true, and no screen shows the
 * same.
 */
export const ofProject = (
  { project_id, project_title }: { project_id: number; project_title: string },
  { id, kind, actor }: { id: string; kind: NotificationKind; actor: string },
): Announcement => ({
  kind,
  about: { project_id },
  id,
  text: `${isolate(actor)} ${notificationWords({ kind })} ${isolate(project_title)}`.trim(),
  to: projectPath(project_id),
  isTrue: () => true,
  isShownOn: () => false,
});

export const at = (path: string) => (pathname: string) => pathname === path;

/** Whether the path is My work or the project's page, which both show the member's request or interest. */
export const showsParticipation = (projectId: number) => (pathname: string) =>
  pathname === '/work' || pathname === projectPath(projectId);

/** Whether the path is the team's chat, which has a line for each change in the team. */
export const isChatOf =
  (projectId: number) =>
  (pathname: string): boolean => {
    const team = useTeams.getState().list?.find(({ project_id }) => project_id === projectId);
    return team !== undefined && pathname === conversationPath(team.key);
  };

/**
 * Whether the open conversation is the one with this member, which has a card for each request, interest and invitation between the two.
 */
export const isChatWith =
  (memberId: number | undefined) =>
  (pathname: string): boolean => {
    const { openId } = useThreads.getState();
    return (
      memberId !== undefined && openId !== null && pathname.startsWith('/messages') && memberIn(openId) === memberId
    );
  };

export const anyOf =
  (...places: readonly Announcement['isShownOn'][]) =>
  (pathname: string): boolean =>
    places.some((isShown) => isShown(pathname));

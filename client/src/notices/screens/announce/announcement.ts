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
  /** Its kind among the notifications, which the member's choices are about. */
  kind: NoticeKind;
  about: About;
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

/** One function for each of these kinds. */
export type Announcements<K extends ToastNotice['kind']> = {
  [P in K]: (notice: Extract<ToastNotice, { kind: P }>) => Announcement;
};

export const projectPath = (id: number): string => `/projects/${id}`;

/** Announces a change to a project in the words of its notification. By default it leads to the project, stays true, and is on no other screen. */
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
  isSeenAt: () => false,
});

export const at = (path: string) => (pathname: string) => pathname === path;

/** Both pages show the member's request or interest in the project. */
export const isShownAt = (projectId: number) => (pathname: string) =>
  pathname === '/work' || pathname === projectPath(projectId);

/** The team's chat has a line about each change in the team. */
export const isChatOf =
  (projectId: number) =>
  (pathname: string): boolean => {
    const team = useTeams.getState().list?.find(({ project_id }) => project_id === projectId);
    return team !== undefined && pathname === conversationPath(team.key);
  };

/** The open conversation with a member has a card for each request, interest and invitation between the two. */
export const isChatWith =
  (memberId: number | undefined) =>
  (pathname: string): boolean => {
    const { openId } = useThreads.getState();
    return (
      memberId !== undefined && openId !== null && pathname.startsWith('/messages') && memberIn(openId) === memberId
    );
  };

export const either =
  (...places: readonly Announcement['isSeenAt'][]) =>
  (pathname: string): boolean =>
    places.some((isSeen) => isSeen(pathname));

import type { NotificationChoices } from '@sangam/shared/notices/choices';
import { devicesNotifiedAt } from '@sangam/shared/notices/quiet-hours-and-mutes';
import { aboutMessage, isNotified, noticeOfMessage } from '../../../chat/state/message-notice';
import { useThreads } from '../../../chat/state/thread/threads';
import { isAtLeastRem } from '../../../lib/dom/text-size';
import { conversationPath } from '../../../lib/links/chat-link';
import { transfers } from '../../../projects/state/transfers';
import { requestOf, requests } from '../../../requests/state/requests';
import type { Notice, ToastNotice } from '../../state/notice';
import { type Announcement, type Announcements, isChatOf, ofProject, showsParticipation } from './announcement';
import { creatorName, requestAnnouncements } from './request-announcements';

/** Whether the screen is wide enough to show the list of conversations beside the open one. */
const isWide = (): boolean => isAtLeastRem(48);

const announcements: Announcements<ToastNotice['kind']> = {
  ...requestAnnouncements,
  message({ message }) {
    const { id, content } = message;
    const { conversation, toast: text, unread } = noticeOfMessage(message);
    return {
      kind: 'message',
      about: aboutMessage(message),
      id: `message-${conversation}`,
      text,
      to: conversationPath(conversation),
      isTrue() {
        const now = unread();
        return Boolean(now) && (now?.id !== id || now.content === content);
      },
      isShownOn: (pathname) => {
        const { openId } = useThreads.getState();
        return pathname.startsWith('/messages') && (openId === conversation || openId === null || isWide());
      },
    };
  },
  removal({ removal }) {
    const { project_id, user_id, word } = removal;
    const actor = creatorName(requestOf(user_id, project_id)(requests.use.getState()));
    const announcement = ofProject(removal, { id: `departure-${project_id}-${user_id}`, kind: 'seat:removed', actor });
    return word === null ? announcement : { ...announcement, text: `${announcement.text}: ${word}` };
  },
  departure({ departure }) {
    const { project_id, user_id, user_name: actor } = departure;
    return {
      ...ofProject(departure, { id: `departure-${project_id}-${user_id}`, kind: 'seat:left', actor }),
      isShownOn: isChatOf(project_id),
    };
  },
  transfer({ change: { offer, status } }) {
    const { id, project_id, creator_name, user_name } = offer;
    const isPending = status === 'pending';
    // Only a creator who is leaving sets a deadline.
    const pendingKind = offer.answer_by === undefined ? 'offer:received' : 'offer:leaving';
    const announcement = ofProject(offer, {
      id: `transfer-${project_id}`,
      kind: isPending ? pendingKind : status === 'declined' ? 'offer:declined' : 'offer:taken_back',
      actor: status === 'declined' ? user_name : creator_name,
    });
    return {
      ...announcement,
      isTrue: () => (transfers.get(id) !== undefined) === isPending,
      ...(isPending && { isShownOn: showsParticipation(project_id) }),
    };
  },
  'transfer-accepted'({ change }) {
    const { project_id, creator_name: actor } = change;
    return {
      ...ofProject(change, { id: `creator-${project_id}`, kind: 'project:taken_over', actor }),
      isShownOn: isChatOf(project_id),
    };
  },
};

/** Returns how this notice is announced. */
export const announcementOf = <K extends ToastNotice['kind']>(
  notice: Extract<ToastNotice, { kind: K }>,
): Announcement => (announcements as Announcements<K>)[notice.kind](notice);

/** Whether the member's choices allow open pages to show this now, as a toast or a notification of the browser. */
export function mayAnnounce(choices: NotificationChoices, notice: Notice, nowMs: number): boolean {
  if (notice.kind === 'message' && !isNotified(notice.message)) return false;
  const now = new Date(nowMs);
  const { kind, about } =
    notice.kind === 'notification'
      ? { kind: notice.item.kind, about: { project_id: notice.item.project_id } }
      : announcementOf(notice);
  return devicesNotifiedAt(choices, { kind, about, at: now }, now)?.getTime() === nowMs;
}

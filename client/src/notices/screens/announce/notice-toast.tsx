import { useEffect, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast/headless';
import { Link, useLocation } from 'react-router-dom';
import { useTeams } from '../../../chat/state/teams';
import { useUnreadMessages } from '../../../chat/state/unread-messages';
import { blocks } from '../../../contact/state/blocks';
import { transfers } from '../../../projects/state/transfers';
import { interests } from '../../../requests/state/interests';
import { invitations } from '../../../requests/state/invitations';
import { requests } from '../../../requests/state/requests';
import type { Announcement } from './announcement';

// Exported here so that one file is loaded with the first toast.
export { announcementOf, mayAnnounce } from './announcements';
export { notifyOfItem, notifyOfMessage } from './hidden-tab';

/** Calls `listener` when a toast's `isTrue` may have changed, until the returned function is called. */
function followSubjects(listener: () => void): () => void {
  const stores = [requests.use, interests.use, invitations.use, transfers.use, useUnreadMessages, useTeams];
  const stops = [blocks.onChange(listener), ...stores.map((store) => store.subscribe(listener))];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shows the toast, in place of an earlier one with its id. */
export const showNotice = (announcement: Announcement): string =>
  toast(<NoticeLink key={announcement.text} announcement={announcement} />, { id: announcement.id });

/** The toast's link to its subject. The toast disappears after a press, once its subject is on screen, and when it is no longer true. */
function NoticeLink({ announcement }: { announcement: Announcement }) {
  const { pathname } = useLocation();
  const isTrue = useSyncExternalStore(followSubjects, announcement.isTrue);
  const isOver = !isTrue || announcement.isShownOn(pathname);
  useEffect(() => {
    if (isOver) toast.dismiss(announcement.id);
  }, [isOver, announcement.id]);
  return (
    <Link
      to={announcement.to}
      onClick={() => toast.dismiss(announcement.id)}
      className="-mx-2.5 flex min-h-control items-center rounded-md px-2.5 hover:underline"
    >
      <span className="line-clamp-3 group-hover:line-clamp-none">{announcement.text}</span>
    </Link>
  );
}

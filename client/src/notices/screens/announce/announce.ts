import toast from 'react-hot-toast/headless';
import { nowMs } from '../../../lib/clock';
import { loadPart } from '../../../lib/loading/load-part';
import { openTabChannel } from '../../../lib/tab-channel';
import { useChoices } from '../../state/choices';
import type { Notice } from '../../state/notice';
import type { Announcement } from './announcement';

/** How long a window without the focus waits, so that the focused one announces first. */
const YIELD_MS = 200;
/** The time within which all tabs receive an event: the same announcement is not repeated within it. */
const SAME_WITHIN_MS = 10_000;
/** Maximum number of toasts on screen, as many as fit on a phone, and of toasts held in a hidden tab. */
const TOGETHER_MAX = 3;

let toasts: typeof import('./notice-toast') | null = null;

/** Loads the code of toasts, when the first one is needed. Returns null if `signal` aborts. */
export async function loadNoticeToast(signal: AbortSignal): Promise<typeof toasts> {
  const loaded = await loadPart(() => import('./notice-toast'), signal);
  toasts ??= loaded;
  return loaded;
}

/**
 * Returns the function that announces live events to one member, until `signal` aborts: as a toast, in one of the open tabs. A hidden tab
 * holds its toasts until it is visible, unless another tab has shown them, and shows messages as browser notifications. Nothing is
 * announced that the member's choices don't allow now; the bells show it all the same.
 */
export function createAnnouncer(me: number, signal: AbortSignal): (notice: Notice) => void {
  const announced = new Map<string, ReturnType<typeof setTimeout>>();
  const waiting = new Map<string, Announcement>();
  const shownIds = new Set<string>();

  const note = (key: string) => {
    clearTimeout(announced.get(key));
    announced.set(
      key,
      setTimeout(() => announced.delete(key), SAME_WITHIN_MS),
    );
  };
  const tabs = openTabChannel<string>(`news-${me}`, (key) => {
    note(key);
    for (const [id, notice] of waiting) if (keyOf(notice) === key) waiting.delete(id);
  });
  const showToast = (notice: Announcement) => {
    const key = keyOf(notice);
    if (signal.aborted || announced.has(key) || !notice.isTrue()) return;
    note(key);
    tabs.post(key);
    if (notice.isShownOn(window.location.pathname)) return;
    shownIds.delete(notice.id);
    shownIds.add(notice.id);
    toasts?.showNotice(notice);
    const [oldest] = shownIds;
    if (shownIds.size > TOGETHER_MAX && oldest !== undefined) {
      toast.dismiss(oldest);
      shownIds.delete(oldest);
    }
  };
  const hold = (notice: Announcement) => {
    if (announced.has(keyOf(notice))) return;
    waiting.delete(notice.id);
    waiting.set(notice.id, notice);
    const [oldest] = waiting.keys();
    if (waiting.size > TOGETHER_MAX && oldest !== undefined) waiting.delete(oldest);
  };

  const onVisible = () => {
    if (document.hidden) return;
    for (const notice of waiting.values()) showToast(notice);
    waiting.clear();
  };
  document.addEventListener('visibilitychange', onVisible, { signal });
  signal.addEventListener('abort', () => {
    tabs.close();
    for (const timer of announced.values()) clearTimeout(timer);
    for (const id of shownIds) toast.dismiss(id);
  });

  const announce = (
    notice: Notice,
    { mayAnnounce, announcementOf, notifyOfItem, notifyOfMessage }: NonNullable<typeof toasts>,
  ) => {
    const choices = useChoices.getState().data;
    if (choices !== null && !mayAnnounce(choices, notice, nowMs())) return;
    if (document.hidden && notice.kind === 'message') {
      notifyOfMessage(notice.message);
      return;
    }
    if (notice.kind === 'notification') {
      if (document.hidden) notifyOfItem(notice.item);
      return;
    }
    const shown = announcementOf(notice);
    if (document.hidden) hold(shown);
    else if (document.hasFocus()) showToast(shown);
    else setTimeout(showToast, YIELD_MS, shown);
  };
  return (notice) => {
    if (toasts !== null) announce(notice, toasts);
    else void loadNoticeToast(signal).then((loaded) => loaded && !signal.aborted && announce(notice, loaded));
  };
}

const keyOf = ({ id, text }: Announcement): string => `${id} ${text}`;

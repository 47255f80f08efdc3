import toast from 'react-hot-toast/headless';
import { nowMs } from '../../../lib/clock';
import { loadPart } from '../../../lib/loading/load-part';
import { useChoices } from '../../state/choices';
import type { News } from '../../state/news';
import type { Announcement } from './announcement';

/** A window without the focus leaves this much time to the one that has it. */
const YIELD_MS = 200;
/** Two tabs receive the same news within this time. */
const SAME_WITHIN_MS = 10_000;
/** The number of toasts that a phone has room for, and that wait in a hidden tab. */
const TOGETHER_MAX = 3;

let toasts: typeof import('./news-toast') | null = null;

/** Loads the toasts, with the first; null when `signal` ended that. */
export async function loadNewsToast(signal: AbortSignal): Promise<typeof toasts> {
  const loaded = await loadPart(() => import('./news-toast'), signal);
  toasts ??= loaded;
  return loaded;
}

/**
 * Returns the function that shows live news to one member, until `signal` aborts: as a toast, in one of the open tabs. A hidden
 * tab keeps its toasts until it is visible, unless another tab has shown them; for messages it uses the browser's notifications.
 * News that the member's choices do not allow now only reaches the bells.
 */
export function createAnnouncer(me: number, signal: AbortSignal): (news: News) => void {
  const tabs = new BroadcastChannel(`news-${me}`);
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
  const showToast = (news: Announcement) => {
    const key = keyOf(news);
    if (signal.aborted || announced.has(key) || !news.isTrue()) return;
    note(key);
    tabs.postMessage(key);
    if (news.isSeenAt(window.location.pathname)) return;
    shownIds.delete(news.id);
    shownIds.add(news.id);
    toasts?.showNews(news);
    const [oldest] = shownIds;
    if (shownIds.size > TOGETHER_MAX && oldest !== undefined) {
      toast.dismiss(oldest);
      shownIds.delete(oldest);
    }
  };
  const hold = (news: Announcement) => {
    if (announced.has(keyOf(news))) return;
    waiting.delete(news.id);
    waiting.set(news.id, news);
    const [oldest] = waiting.keys();
    if (waiting.size > TOGETHER_MAX && oldest !== undefined) waiting.delete(oldest);
  };

  const onVisible = () => {
    if (document.hidden) return;
    for (const news of waiting.values()) showToast(news);
    waiting.clear();
  };
  document.addEventListener('visibilitychange', onVisible, { signal });
  tabs.addEventListener('message', ({ data }: MessageEvent<string>) => {
    note(data);
    for (const [id, news] of waiting) if (keyOf(news) === data) waiting.delete(id);
  });
  signal.addEventListener('abort', () => {
    tabs.close();
    for (const timer of announced.values()) clearTimeout(timer);
    for (const id of shownIds) toast.dismiss(id);
  });

  const announce = (
    news: News,
    { isAllowedHere, announcementOf, notifyOfItem, notifyOfMessage }: NonNullable<typeof toasts>,
  ) => {
    const choices = useChoices.getState().data;
    if (choices !== null && !isAllowedHere(choices, news, nowMs())) return;
    if (document.hidden && news.kind === 'message') {
      notifyOfMessage(news.message);
      return;
    }
    if (news.kind === 'notification') {
      if (document.hidden) notifyOfItem(news.item);
      return;
    }
    const shown = announcementOf(news);
    if (document.hidden) hold(shown);
    else if (document.hasFocus()) showToast(shown);
    else setTimeout(showToast, YIELD_MS, shown);
  };
  return (news) => {
    if (toasts !== null) announce(news, toasts);
    else void loadNewsToast(signal).then((loaded) => loaded && announce(news, loaded));
  };
}

const keyOf = ({ id, text }: Announcement): string => `${id} ${text}`;

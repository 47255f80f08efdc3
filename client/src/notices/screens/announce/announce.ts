import toast from 'react-hot-toast';
import { nowMs } from '../../../lib/clock';
import { loadPart } from '../../../lib/loading/load-part';
import { useChoices } from '../../state/choices';
import type { News } from '../../state/news';
import type { NewsToast } from './news-toast';

/** A window without the focus leaves this much time to the one that has it. */
const YIELD_MS = 200;
/** Two tabs hear of the same within this time. */
const SAME_WITHIN_MS = 10_000;
/** So many of the newest toasts stand together, which a phone has room for, and wait in a tab that nobody sees. */
const TOGETHER_MAX = 3;

let words: typeof import('./news-words') | null = null;

/** Loads what tells news, with the first; null when `signal` ended that. */
export async function loadNewsWords(signal: AbortSignal): Promise<typeof words> {
  const loaded = await loadPart(() => import('./news-words'), signal);
  words ??= loaded;
  return loaded;
}

/**
 * Makes what notifies one member of live news, until `signal` aborts: by a toast, in one of the tabs that are open. A tab
 * that is hidden keeps its toasts until it is seen, unless another one has shown them; of messages it notifies by the browser. What the
 * member chose not to be told now is left to the bells.
 */
export function createAnnouncer(me: number, signal: AbortSignal): (news: News) => void {
  const tabs = new BroadcastChannel(`news-${me}`);
  const told = new Map<string, ReturnType<typeof setTimeout>>();
  const waiting = new Map<string, NewsToast>();
  const shownIds = new Set<string>();

  const note = (key: string) => {
    clearTimeout(told.get(key));
    told.set(
      key,
      setTimeout(() => told.delete(key), SAME_WITHIN_MS),
    );
  };
  const tell = (news: NewsToast) => {
    const key = keyOf(news);
    if (signal.aborted || told.has(key) || !news.isTrue()) return;
    note(key);
    tabs.postMessage(key);
    if (news.isSeenAt(window.location.pathname)) return;
    shownIds.delete(news.id);
    shownIds.add(news.id);
    words?.showNews(news);
    const [oldest] = shownIds;
    if (shownIds.size > TOGETHER_MAX && oldest !== undefined) {
      toast.dismiss(oldest);
      shownIds.delete(oldest);
    }
  };
  const keep = (news: NewsToast) => {
    if (told.has(keyOf(news))) return;
    waiting.delete(news.id);
    waiting.set(news.id, news);
    const [oldest] = waiting.keys();
    if (waiting.size > TOGETHER_MAX && oldest !== undefined) waiting.delete(oldest);
  };

  const onVisible = () => {
    if (document.hidden) return;
    for (const news of waiting.values()) tell(news);
    waiting.clear();
  };
  document.addEventListener('visibilitychange', onVisible, { signal });
  tabs.addEventListener('message', ({ data }: MessageEvent<string>) => {
    note(data);
    for (const [id, news] of waiting) if (keyOf(news) === data) waiting.delete(id);
  });
  signal.addEventListener('abort', () => {
    tabs.close();
    for (const timer of told.values()) clearTimeout(timer);
    for (const id of shownIds) toast.dismiss(id);
  });

  const announce = (news: News, { isToldHere, newsToast, noticeMessage }: NonNullable<typeof words>) => {
    const choices = useChoices.getState().data;
    if (choices !== null && !isToldHere(choices, news, nowMs())) return;
    if (document.hidden && news.kind === 'message') {
      noticeMessage(news.message);
      return;
    }
    const shown = newsToast(news);
    if (document.hidden) keep(shown);
    else if (document.hasFocus()) tell(shown);
    else setTimeout(tell, YIELD_MS, shown);
  };
  return (news) => {
    if (words !== null) announce(news, words);
    else void loadNewsWords(signal).then((loaded) => loaded && announce(news, loaded));
  };
}

const keyOf = ({ id, text }: NewsToast): string => `${id} ${text}`;

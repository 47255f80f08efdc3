import { isNewer, keepThread } from '../../chat/state/thread/cached-threads';
import { useThreads } from '../../chat/state/thread/threads';
import type { Thread } from '../../chat/state/thread/threads.reduce';
import { nowMs } from '../../lib/clock';
import { readStored } from '../../lib/storage';
import { TOKEN_KEY, useSession } from '../session/session';
import { readTokenClaims } from '../session/token-claims';
import { type Kept, ME, withKept } from './database';
import { followParts, takeParts } from './parts';

/** Changes within this time are written as one. */
const WRITE_AFTER_MS = 2_000;
/** So many conversations are kept, those that were opened last. */
export const THREADS_MAX = 30;

/** Keeps in the browser what this member sees, for a start without a network, until `signal` aborts. */
export function keepLastSeen(member: number, signal: AbortSignal): void {
  const openedAtMs = new Map<number, number>();
  const writtenParts = new Map<string, string>();
  const writtenThreads = new Map<number, Thread>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Another tab may have signed out, or somebody else in, and this one has not heard of it yet. */
  const isTheirs = () => !signal.aborted && readTokenClaims(readStored(TOKEN_KEY))?.userId === member;

  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const user = useSession.getState().user;
    const parts = [...takeParts(), [ME, user] as const]
      .map(([name, data]) => ({ member, name, data, text: JSON.stringify(data) }))
      .filter(({ name, text }) => writtenParts.get(name) !== text);
    const { byId } = useThreads.getState();
    const threads = [...openedAtMs].flatMap(([id, atMs]) => {
      const thread = byId[id];
      const kept = thread && thread !== writtenThreads.get(id) ? keepThread(member, id, thread, atMs) : null;
      return kept && thread ? [{ kept, thread }] : [];
    });
    if (user?.id !== member || (parts.length === 0 && threads.length === 0)) return;
    const isWritten = await withKept('readwrite', async (rows) => {
      if (!isTheirs()) return false;
      for (const { text: _, ...part } of parts) rows.parts.put(part);
      for (const { kept } of threads) {
        const known = await rows.threads.get([member, kept.id]);
        if (!known || !isNewer(known, kept)) rows.threads.put(kept);
      }
      await deleteSurplus(rows, member);
      if (!isTheirs()) rows.undo();
      return true;
    });
    if (!isWritten) return;
    for (const { name, text } of parts) writtenParts.set(name, text);
    for (const { kept, thread } of threads) writtenThreads.set(kept.id, thread);
  };

  const soon = () => {
    timer ??= setTimeout(() => void write(), WRITE_AFTER_MS);
  };
  const noteOpened = (id: number | null) => {
    if (id !== null) openedAtMs.set(id, nowMs());
  };
  followParts(soon, signal);
  noteOpened(useThreads.getState().openId);
  const stops = [
    useSession.subscribe(soon),
    useThreads.subscribe(({ openId }, before) => {
      if (openId !== before.openId) noteOpened(openId);
      soon();
    }),
  ];
  const onHidden = () => document.hidden && void write();
  document.addEventListener('visibilitychange', onHidden, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
  soon();
}

/** Deletes the conversations beyond the bound, and whatever is another member's. */
async function deleteSurplus({ parts, threads }: Kept, member: number): Promise<void> {
  parts.deleteOthers(member);
  threads.deleteOthers(member);
  if ((await threads.count()) <= THREADS_MAX) return;
  const newestFirst = (await threads.of(member)).toSorted((a, b) => b.openedAtMs - a.openedAtMs);
  for (const { id } of newestFirst.slice(THREADS_MAX)) threads.delete([member, id]);
}

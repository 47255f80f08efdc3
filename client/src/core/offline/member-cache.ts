import type { User } from '@sangam/shared/people/users';
import { nowMs } from '../../lib/clock';
import { readStored } from '../../lib/storage';
import type { CachedRow, CachedRows } from '../realtime/live';
import { type CachedSession, TOKEN_KEY, useSession } from '../session/session';
import { readTokenClaims } from '../session/token-claims';
import { followParts, showParts, takeParts } from './cached-parts';
import { type CacheTransaction, ME, rowKinds, withCache } from './database';

/**
 * Returns the offline data of the token's member, or null if there is none or the session has expired. The device's clock,
 * which may be wrong, only hides it: the server's answer to the token deletes it.
 */
export async function readCached(token: string): Promise<CachedSession | null> {
  const claims = readTokenClaims(token);
  if (claims === null || claims.expiresAtMs <= nowMs()) return null;
  const member = claims.userId;
  const found = await withCache('readonly', async (cache) => ({
    parts: await cache.parts.of(member),
    rows: await Promise.all(cache.rows.map(async ({ kind, stored }) => ({ kind, rows: await stored.of(member) }))),
  }));
  const isTheirs = (row: { member: number }): boolean => row.member === member;
  const parts = new Map(found?.parts.filter(isTheirs).map(({ name, data }) => [name, data]));
  const user = parts.get(ME) as User | undefined;
  if (found === null || user?.id !== member) return null;
  return {
    user,
    show: () => {
      showParts(parts);
      for (const { kind, rows } of found.rows) kind.show(rows.filter(isTheirs));
    },
  };
}

/** Changes within this time are written together. */
const WRITE_AFTER_MS = 2_000;

/** Follows the rows of one kind opened from now on, until `signal` aborts. */
function followRows(kind: CachedRows, onChange: () => void, signal: AbortSignal) {
  const openedAtMs = new Map<CachedRow['id'], number>();
  const written = new Map<CachedRow['id'], object>();
  let open: CachedRow['id'] | null = null;
  const noteOpened = () => {
    const now = kind.openId();
    if (now !== null && now !== open) openedAtMs.set(now, nowMs());
    open = now;
  };
  noteOpened();
  signal.addEventListener(
    'abort',
    kind.subscribe(() => {
      noteOpened();
      onChange();
    }),
  );
  return {
    kind,
    /** Returns the rows that have changed since they were written. */
    changed: (member: number) =>
      [...openedAtMs].flatMap(([id, atMs]) => {
        const source = kind.current(id);
        const row = source && source !== written.get(id) ? kind.toRow(member, id, atMs) : null;
        return row && source ? [{ row, source }] : [];
      }),
    noteWritten: (id: CachedRow['id'], source: object) => void written.set(id, source),
  };
}

/** Caches what the member sees, for a start without a network, until `signal` aborts. */
export function cacheLastSeen(member: number, signal: AbortSignal): void {
  const writtenParts = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Another tab may have logged out or signed in as another member, before this tab got the event. */
  const isTheirs = () => !signal.aborted && readTokenClaims(readStored(TOKEN_KEY))?.userId === member;

  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const user = useSession.getState().user;
    const parts = [...takeParts(), [ME, user] as const]
      .map(([name, data]) => ({ member, name, data, text: JSON.stringify(data) }))
      .filter(({ name, text }) => writtenParts.get(name) !== text);
    const changes = followed.map(({ kind, changed }) => ({ kind, changed: changed(member) }));
    const isNothing = parts.length === 0 && changes.every(({ changed }) => changed.length === 0);
    // After a sign-out, opening the database would create an empty one.
    if (user?.id !== member || isNothing || !isTheirs()) return;
    const isWritten = await withCache('readwrite', async (cache) => {
      if (!isTheirs()) return false;
      for (const { text: _, ...part } of parts) cache.parts.put(part);
      for (const { kind, stored } of cache.rows)
        for (const { row } of changes.find((each) => each.kind === kind)?.changed ?? []) {
          const known = await stored.get([member, row.id]);
          if (!known || !kind.isNewer(known, row)) stored.put(row);
        }
      await deleteSurplus(cache, member);
      if (!isTheirs()) cache.undo();
      return true;
    });
    if (!isWritten) return;
    for (const { name, text } of parts) writtenParts.set(name, text);
    for (const [index, { changed }] of changes.entries())
      for (const { row, source } of changed) followed[index]?.noteWritten(row.id, source);
  };

  const soon = () => {
    timer ??= setTimeout(() => void write(), WRITE_AFTER_MS);
  };
  followParts(soon, signal);
  const followed = rowKinds().map((kind) => followRows(kind, soon, signal));
  const stop = useSession.subscribe(soon);
  const onHidden = () => document.hidden && void write();
  document.addEventListener('visibilitychange', onHidden, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop();
  });
  soon();
}

/** Deletes rows above the limit and those of other members. */
async function deleteSurplus({ parts, rows }: CacheTransaction, member: number): Promise<void> {
  parts.deleteOthers(member);
  for (const { kind, stored } of rows) {
    stored.deleteOthers(member);
    if ((await stored.count()) <= kind.max) continue;
    const newestFirst = (await stored.of(member)).toSorted((a, b) => b.openedAtMs - a.openedAtMs);
    for (const { id } of newestFirst.slice(kind.max)) stored.delete([member, id]);
  }
}

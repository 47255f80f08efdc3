import type { User } from '@sangam/shared/people/users';
import { nowMs } from '../../lib/clock';
import { readStored } from '../../lib/storage';
import type { CachedRow, CachedRows } from '../realtime/live';
import { type CachedSession, TOKEN_KEY, useSession } from '../session/session';
import { readTokenClaims } from '../session/token-claims';
import { followParts, partsToCache, showParts } from './cached-parts';
import { type CacheTransaction, ME, rowKinds, withCache } from './database';

/**
 * Returns the offline data of the token's member, or null if there is none or the session has expired. Expired data is only hidden, since
 * the device's clock may be wrong; it is deleted when the server refuses the token.
 */
export async function readCached(token: string): Promise<CachedSession | null> {
  const claims = readTokenClaims(token);
  if (claims === null || claims.expiresAtMs <= nowMs()) return null;
  const member = claims.userId;
  const cache = await withCache('readonly', async (cache) => ({
    parts: await cache.parts.of(member),
    rows: await Promise.all(cache.rows.map(async ({ kind, stored }) => ({ kind, rows: await stored.of(member) }))),
  }));
  const isOfMember = (row: { member: number }): boolean => row.member === member;
  const parts = new Map(cache?.parts.filter(isOfMember).map(({ name, data }) => [name, data]));
  const user = parts.get(ME) as User | undefined;
  if (cache === null || user?.id !== member) return null;
  return {
    user,
    show: () => {
      showParts(parts);
      for (const { kind, rows } of cache.rows) kind.show(rows.filter(isOfMember));
    },
  };
}

/** Changes within this time are written together. */
const WRITE_AFTER_MS = 2_000;

/** Tracks which parts have changed since they were written. */
function followPartsOf(member: number) {
  const written = new Map<string, string>();
  return {
    changed: () =>
      [...partsToCache(), [ME, useSession.getState().user] as const]
        .map(([name, data]) => ({ part: { member, name, data }, text: JSON.stringify(data) }))
        .filter(({ part, text }) => written.get(part.name) !== text),
    noteWritten(changes: readonly { part: { name: string }; text: string }[]): void {
      for (const { part, text } of changes) written.set(part.name, text);
    },
  };
}

interface ChangedRow {
  row: CachedRow;
  /** The store's object that the row was made from. */
  source: object;
}

/** Tracks which rows of one kind have changed since they were written. Covers rows opened from now on, until `signal` aborts. */
function followRowsOf(member: number, kind: CachedRows, onChange: () => void, signal: AbortSignal) {
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
    changed: (): ChangedRow[] =>
      [...openedAtMs].flatMap(([id, atMs]) => {
        const source = kind.current(id);
        const row = source && source !== written.get(id) ? kind.toRow(member, id, atMs) : null;
        return row && source ? [{ row, source }] : [];
      }),
    noteWritten(changes: readonly ChangedRow[]): void {
      for (const { row, source } of changes) written.set(row.id, source);
    },
  };
}

/** Caches what the member sees, for a start without a network, until `signal` aborts. */
export function cacheLastSeen(member: number, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const writeSoon = () => {
    timer ??= setTimeout(() => void write(), WRITE_AFTER_MS);
  };
  const parts = followPartsOf(member);
  const kinds = rowKinds().map((kind) => followRowsOf(member, kind, writeSoon, signal));
  /** Whether the stored session is still the member's: another tab may have ended it or begun another, before this tab got the event. */
  const isStillSignedIn = () => !signal.aborted && readTokenClaims(readStored(TOKEN_KEY))?.userId === member;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (useSession.getState().user?.id !== member) return;
    const changedParts = parts.changed();
    const changedRows = kinds.map((rows) => ({ rows, changed: rows.changed() }));
    const isNothing = changedParts.length === 0 && changedRows.every(({ changed }) => changed.length === 0);
    // After a logout, opening the database would create an empty one.
    if (isNothing || !isStillSignedIn()) return;
    const isWritten = await withCache('readwrite', async (cache) => {
      if (!isStillSignedIn()) return false;
      for (const { part } of changedParts) cache.parts.put(part);
      for (const { rows, changed } of changedRows) await putNewer(cache, rows.kind, changed);
      await deleteSurplus(cache, member);
      if (!isStillSignedIn()) cache.undo();
      return true;
    });
    if (!isWritten) return;
    parts.noteWritten(changedParts);
    for (const { rows, changed } of changedRows) rows.noteWritten(changed);
  }

  followParts(writeSoon, signal);
  const stop = useSession.subscribe(writeSoon);
  const onHidden = () => document.hidden && void write();
  document.addEventListener('visibilitychange', onHidden, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop();
  });
  writeSoon();
}

/** Stores rows, except where another tab has stored a newer one. */
async function putNewer(cache: CacheTransaction, kind: CachedRows, changed: readonly ChangedRow[]): Promise<void> {
  const rowStore = cache.rows.find((rows) => rows.kind === kind)?.stored;
  for (const { row } of changed) {
    const known = await rowStore?.get([row.member, row.id]);
    if (!known || !kind.isNewer(known, row)) rowStore?.put(row);
  }
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

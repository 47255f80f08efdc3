import { keysOf } from '@sangam/shared/core/keys-of';
import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import { askedToWaitMs } from '../../lib/asked-to-wait';
import { isUnanswered } from '../../lib/network';
import { jitter, pauseAfter, wait } from '../../lib/retry';
import { request } from '../api/client';
import { mapResult } from '../api/errors';
import { onReset, storesEpoch } from '../store/reset';
import { catchUpShownLists, noteGap } from '../store/shown-lists';
import { noteRefreshed } from './connection-status';
import { liveParts, type RefreshName, type RefreshReason, refreshTable } from './live';
import type { ProjectWatch } from './on-screen';
import { isConnected } from './socket';

let running: Promise<void> | null = null;
let next: RefreshReason | null = null;
/** The last refresh after a reconnect failed. The next one takes its place, since others fetch less. */
let isConnectDue = false;

/** Pauses before a failed refresh is repeated; the last one repeats. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
let failures = 0;
let again: ReturnType<typeof setTimeout> | undefined;
onReset(() => {
  // A run under way may wait long for the answer to the former member. The next member's begins at once.
  running = null;
  next = null;
  isConnectDue = false;
  failures = 0;
  clearTimeout(again);
});

let hasMember: () => boolean = () => true;

/** Sets the source that says whether a member is signed in. Called by app/live. */
export function setMemberSource(source: () => boolean): void {
  hasMember = source;
}

/**
 * The one refresh for start, reconnect, gap, polling and focus. Fetches what missed events would have brought: the
 * lists of every screen in one call, and the subjects' own parts. One runs at a time; calls meanwhile share one more
 * run. While connected there is no polling, so a failed refresh is repeated. While the server doesn't answer, it makes one call. Does
 * nothing after the end of the session, whose ended calls look like failed ones.
 */
export function refresh(reason: RefreshReason): Promise<void> {
  if (!hasMember()) return Promise.resolve();
  noteGap();
  if (next !== 'connect') next = reason;
  running ??= runAll();
  return running;
}

/** How long events that couldn't be applied cause no refresh after one that failed, which is repeated anyway. */
const EVENTS_PAUSE_MS = 5_000;

/** Refreshes for an event that couldn't be applied. */
export const refreshForEvent = oneAtATime(async () => {
  await refresh('gap');
  if (failures > 0) await wait(Math.max(EVENTS_PAUSE_MS, askedToWaitMs()));
});

async function runAll(): Promise<void> {
  const epoch = storesEpoch();
  try {
    for (let now = next; now !== null && epoch === storesEpoch(); now = next) {
      next = null;
      await run(isConnectDue ? 'connect' : now, epoch);
    }
  } finally {
    // In the same step as the check of `next`, so that no call falls between the two.
    if (epoch === storesEpoch()) running = null;
  }
}

async function run(reason: RefreshReason, epoch: number): Promise<void> {
  let succeeded: readonly boolean[] = [false];
  try {
    succeeded = await fetchAll(reason, () => epoch !== storesEpoch());
  } finally {
    // Also after an unexpected fault, or nothing would fetch what it has missed.
    if (epoch === storesEpoch()) noteOutcome(reason, succeeded);
  }
}

/** Returns what succeeded, first the lists of every screen. Calls no part once `isOver`: it would act for the next member. */
async function fetchAll(reason: RefreshReason, isOver: () => boolean): Promise<readonly boolean[]> {
  const lists = refreshLists();
  const isCutOff = isUnanswered() && !(await lists) && isUnanswered();
  const others =
    isCutOff || isOver()
      ? []
      : liveParts().flatMap(({ onRefresh, afterRefresh }) => [
          onRefresh?.(reason) ?? true,
          afterRefresh ? lists.then((listsArrived) => isOver() || afterRefresh(listsArrived, reason)) : true,
        ]);
  return Promise.all([lists, ...others]);
}

/**
 * Fetches in one call the lists of every screen that are newer than the versions held here, and passes each part to its store. Returns true
 * if all parts were stored.
 */
export async function refreshLists(): Promise<boolean> {
  const parts = refreshTable();
  // The live part starts with its own refresh.
  if (parts === null) return true;
  const query = Object.assign({}, ...Object.values(parts).map((part) => part.query()));
  const answer = request('GET /api/refresh', { query });
  const take = <P extends RefreshName>(name: P): Promise<boolean> =>
    parts[name].take(answer.then((result) => mapResult(result, ({ data }) => data[name] ?? null)));
  const names = keysOf(parts);
  const succeeded = await Promise.all(names.map((name) => take(name)));
  return !succeeded.includes(false);
}

/**
 * Refetches these projects, which are on screen, since events may have been missed, and the lists read before the last gap. Returns false
 * on a temporary failure.
 */
export async function refreshShown(watch: ProjectWatch): Promise<boolean> {
  const succeeded = await Promise.all([
    catchUpShownLists(),
    ...liveParts().map(({ refreshShown: fetchAgain }) => fetchAgain?.(watch) ?? true),
  ]);
  return !succeeded.includes(false);
}

function noteOutcome(reason: RefreshReason, succeeded: readonly boolean[]): void {
  const isComplete = !succeeded.includes(false);
  noteRefreshed(succeeded[0] === true);
  if (reason === 'connect') isConnectDue = !isComplete;
  clearTimeout(again);
  if (isComplete) failures = 0;
  if (isComplete || !isConnected()) return;
  failures += 1;
  const pauseMs = Math.max(pauseAfter(failures, pausesMs), askedToWaitMs());
  again = setTimeout(() => isConnected() && void refresh(reason), jitter(pauseMs));
}

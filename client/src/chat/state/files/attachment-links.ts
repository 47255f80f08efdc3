import type { AttachmentLink } from '@sangam/shared/chat/attachments';
import { chatLimits } from '@sangam/shared/chat/limits';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../../core/api/client';
import { isTemporary } from '../../../core/api/errors';
import { onReset, storesEpoch } from '../../../core/store/reset';
import { askedToWaitMs } from '../../../lib/asked-to-wait';
import { monotonicMs, nowMs } from '../../../lib/clock';
import { jitter, pauseForNetwork, wait } from '../../../lib/retry';

/** This member's attachment addresses, by id. */
const useLinks = create<Readonly<Record<string, AttachmentLink & { requestedMs: number }>>>(() => ({}));
onReset(() => useLinks.setState({}, true));

/** Attachments that come into view within this time share one call. */
const GATHER_MS = 30;
/** An address is fetched again this long before it expires. */
const RENEWED_BEFORE_MS = 60_000;
/** An address works for at least this long after it was requested (R17.4), whatever the device's clock shows. */
const FRESH_MS = chatLimits.attachmentLinkMs - RENEWED_BEFORE_MS;

/** The pause before a failed call is repeated, unless the server asked for a longer one or has failed for long. */
const RETRY_MS = 5_000;

const wanted = new Set<string>();
/** The planned call, which takes what is wanted by then; null if none is planned. */
let planned: symbol | null = null;
let failingSinceMs: number | null = null;
onReset(() => {
  wanted.clear();
  planned = null;
  failingSinceMs = null;
});

const isFresh = (link: ReturnType<typeof useLinks.getState>[string] | undefined): boolean =>
  link !== undefined &&
  monotonicMs() - link.requestedMs < FRESH_MS &&
  Date.parse(link.until) - nowMs() > RENEWED_BEFORE_MS;

/** Fetches the addresses of these attachments, and returns those that the member may read; null if the server couldn't be asked. */
async function fetchLinks(ids: readonly string[]): Promise<readonly AttachmentLink[] | null> {
  const [requestedMs, epoch] = [monotonicMs(), storesEpoch()];
  const answer = await request('GET /api/attachments/links', { query: { ids: ids.join(',') } });
  if (!answer.ok && isTemporary(answer.error)) return null;
  if (!answer.ok || epoch !== storesEpoch()) return [];
  const { links } = answer.value.data;
  useLinks.setState(Object.fromEntries(links.map((link) => [link.id, { ...link, requestedMs }])));
  return links;
}

async function fetchWanted(): Promise<void> {
  planned = null;
  const ids = [...wanted].slice(0, chatLimits.attachmentLinksMax);
  for (const id of ids) wanted.delete(id);
  if (wanted.size > 0) gather();
  if (ids.length === 0) return;
  if ((await fetchLinks(ids)) === null) {
    for (const id of ids) wanted.add(id);
    failingSinceMs ??= monotonicMs();
    plan(pauseAfterFailure(monotonicMs() - failingSinceMs));
  } else failingSinceMs = null;
}

function pauseAfterFailure(failingMs: number): Promise<unknown> {
  const askedMs = askedToWaitMs();
  return askedMs > 0 ? wait(jitter(Math.max(askedMs, RETRY_MS))) : pauseForNetwork(RETRY_MS, failingMs);
}

/** Plans the next call, in place of one that was planned. */
function plan(pause: Promise<unknown>): void {
  const own = Symbol();
  planned = own;
  void pause.then(() => {
    if (planned === own) void fetchWanted();
  });
}

function gather(): void {
  if (planned === null) plan(wait(GATHER_MS));
}

function requestLink(id: string): void {
  if (isFresh(useLinks.getState()[id])) return;
  wanted.add(id);
  gather();
}

/** Returns the address of a visible attachment; undefined until known. */
export function useAttachmentLink(id: string): AttachmentLink | undefined {
  const link = useLinks((all) => all[id]);
  useEffect(() => requestLink(id), [id]);
  return link;
}

/** Fetches an address again after it stopped working or was never answered. */
export function renewLink(id: string): void {
  useLinks.setState((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== id)), true);
  requestLink(id);
}

/** Returns an address that works now; null without a connection. */
export async function freshLink(id: string): Promise<AttachmentLink | null> {
  const known = useLinks.getState()[id];
  return known && isFresh(known) ? known : ((await fetchLinks([id]))?.[0] ?? null);
}

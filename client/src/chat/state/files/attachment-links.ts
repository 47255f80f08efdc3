import type { AttachmentLink } from '@sangam/shared/chat/attachments';
import { chatLimits } from '@sangam/shared/chat/limits';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../../core/api/client';
import { isTemporary } from '../../../core/api/errors';
import { onReset, storesEpoch } from '../../../core/store/reset';
import { monotonicMs, nowMs } from '../../../lib/clock';
import { pauseForNetwork } from '../../../lib/retry';

/** This member's attachment addresses, by id. */
const useLinks = create<Readonly<Record<string, AttachmentLink & { requestedMs: number }>>>(() => ({}));
onReset(() => useLinks.setState({}, true));

/** Attachments that come into view within this time share one call. */
const GATHER_MS = 30;
/** An address is fetched again this long before it expires. */
const RENEWED_BEFORE_MS = 60_000;
/** An address works for at least this long after it was requested (R17.4), whatever the device's clock shows. */
const FRESH_MS = chatLimits.attachmentLinkMs - RENEWED_BEFORE_MS;

/** The pause before a failed call is repeated. */
const RETRY_MS = 5_000;

const wanted = new Set<string>();
onReset(() => wanted.clear());
let isGathering = false;

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
  isGathering = false;
  const ids = [...wanted].slice(0, chatLimits.attachmentLinksMax);
  for (const id of ids) wanted.delete(id);
  if (wanted.size > 0) gather();
  if (ids.length === 0 || (await fetchLinks(ids)) !== null) return;
  for (const id of ids) wanted.add(id);
  void pauseForNetwork(RETRY_MS, 0).then(gather);
}

function gather(): void {
  if (isGathering) return;
  isGathering = true;
  setTimeout(() => void fetchWanted(), GATHER_MS);
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

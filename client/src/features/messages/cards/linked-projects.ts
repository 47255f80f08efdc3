import { limits } from '@sangam/shared/rules/limits';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../../api/client';
import { showProjects } from '../../../realtime/watch';
import { useIsBlocked } from '../../../stores/entities/blocks';
import { type ProjectEntity, projects, useProject } from '../../../stores/entities/projects';
import { mergeOwnRequests } from '../../../stores/entities/requests';
import { moment } from '../../../stores/entities/table';
import { onReset } from '../../../stores/reset';
import { showLists } from '../../../stores/shown-lists';

/** What the server said about a project whose address stands in a message: nothing of one that this reader may not see. */
type Said = 'known' | 'nothing' | 'failed';
const useSaid = create<Readonly<Record<number, Said>>>(() => ({}));

/** Those that come into view together are asked for at once. */
const GATHER_MS = 30;
/** So long after the last card has left the screen they are followed: who scrolls back asks for nothing. */
const FOLLOWED_MS = 30_000;

/** How many cards show each. */
const cards = new Map<number, number>();
/** Asked for since events are followed: what changes comes by itself. */
const followed = new Set<number>();
const wanted = new Set<number>();
let isGathering = false;
let leaving: ReturnType<typeof setTimeout> | undefined;
let unfollow: (() => void) | null = null;

async function ask(ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const asked = moment();
  const answer = await request('GET /api/projects', { query: { ids: ids.join(',') } });
  if (answer.ok) {
    projects.merge(answer.value.data.projects, asked);
    mergeOwnRequests(answer.value.data.my_join_requests ?? [], asked);
  }
  const seen = new Set(answer.ok ? answer.value.data.projects.map(({ id }) => id) : []);
  const said = (id: number): Said => (!answer.ok ? 'failed' : seen.has(id) ? 'known' : 'nothing');
  useSaid.setState(Object.fromEntries(ids.map((id) => [id, said(id)])));
  return answer.ok;
}

/** One call at a time, however many came into view. */
async function askWanted(): Promise<void> {
  const ids = [...wanted].slice(0, limits.projectsPage);
  for (const id of ids) {
    wanted.delete(id);
    followed.add(id);
  }
  await ask(ids);
  isGathering = false;
  if (wanted.size > 0) gather();
}

function gather(): void {
  if (isGathering) return;
  isGathering = true;
  setTimeout(() => void askWanted(), GATHER_MS);
}

/** Begins to follow events; what was missed while they did not come is asked for again. */
function follow(): () => void {
  showProjects(1);
  const load = () => ask([...cards.keys()].filter((id) => followed.has(id)).slice(0, limits.projectsPage));
  const hide = showLists([{ load }]);
  return () => {
    hide();
    showProjects(-1);
    followed.clear();
  };
}

function leave(): void {
  clearTimeout(leaving);
  unfollow?.();
  unfollow = null;
}

function showCard(id: number): () => void {
  clearTimeout(leaving);
  cards.set(id, (cards.get(id) ?? 0) + 1);
  if (!followed.has(id)) {
    wanted.add(id);
    gather();
  }
  unfollow ??= follow();
  return () => {
    const left = (cards.get(id) ?? 1) - 1;
    if (left > 0) cards.set(id, left);
    else cards.delete(id);
    if (cards.size === 0) leaving = setTimeout(leave, FOLLOWED_MS);
  };
}

onReset(() => {
  leave();
  wanted.clear();
  useSaid.setState({}, true);
});

/** The project of a card, live; null where the reader may not see it, undefined while that is not known. */
export function useLinkedProject(id: number): ProjectEntity | null | undefined {
  const said = useSaid((all) => all[id]);
  const project = useProject(id);
  const isBlocked = useIsBlocked(project?.creator_id ?? 0);
  useEffect(() => showCard(id), [id]);
  if (said === 'nothing' || project?.hidden || isBlocked) return null;
  // One that has just been deleted is known to be gone.
  return project ?? (said === undefined ? undefined : null);
}

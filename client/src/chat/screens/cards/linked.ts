import { peopleLimits } from '@sangam/shared/people/limits';
import type { MemberCard } from '@sangam/shared/people/users';
import { projectLimits } from '@sangam/shared/projects/limits';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useIsBlocked } from '../../../contact/state/blocks';
import { request } from '../../../core/api/client';
import { callOrder } from '../../../core/store/call-order';
import { onReset, storesEpoch } from '../../../core/store/reset';
import { showLists } from '../../../core/store/shown-lists';
import { createTable, moment } from '../../../core/store/table';
import { type ProjectEntity, projects, useProject } from '../../../projects/state/project-table';
import { showProjects } from '../../../projects/sync/project-watch';
import { mergeOwnRequests } from '../../../requests/state/requests';
// Imported here, since only readers whose thread shows a project need changed titles.
import '../../state/thread/question-titles';

/** The outcome of a lookup. `nothing`: the item doesn't exist, or the reader may not see it. */
type Lookup = 'known' | 'nothing' | 'failed';

interface LinkedKind {
  /** The maximum number of ids in one call. */
  idsMax: number;
  /** Fetches and stores these items. Returns the ids the reader may see, or null when the call failed. */
  fetchItems: (ids: readonly number[]) => Promise<readonly number[] | null>;
  /** Subscribes to the items' events, and calls `changed` with each item. Returns the function that unsubscribes. */
  follow?: (changed: (id: number) => void) => () => void;
}

/** Items that come into view within this time share one call. */
const GATHER_MS = 30;
/** Items stay subscribed this long after the last card leaves the screen, so that scrolling back fetches nothing. */
const FOLLOWED_MS = 30_000;

/** Creates a hook that fetches an item linked in messages and returns the outcome. While a card shows the item, it is kept up to date. */
function createLinked({ idsMax, fetchItems, follow: followEvents }: LinkedKind): (id: number) => Lookup | undefined {
  const useLookups = create<Readonly<Record<number, Lookup>>>(() => ({}));
  /** The number of cards that show each item. */
  const cards = new Map<number, number>();
  /** Items fetched since the subscription began; events and refreshes keep them up to date. */
  const followed = new Set<number>();
  const wanted = new Set<number>();
  const startCall = callOrder<number>();
  let isGathering = false;
  let leaveTimer: ReturnType<typeof setTimeout> | undefined;
  let unfollow: (() => void) | null = null;

  async function lookUp(ids: readonly number[]): Promise<boolean> {
    if (ids.length === 0) return true;
    const [epoch, isNewest] = [storesEpoch(), startCall()];
    const visibleIds = await fetchItems(ids);
    if (epoch !== storesEpoch()) return false;
    const outcome = (id: number): Lookup =>
      visibleIds === null ? 'failed' : visibleIds.includes(id) ? 'known' : 'nothing';
    const newest = ids.filter((id) => isNewest(visibleIds !== null, id));
    useLookups.setState(Object.fromEntries(newest.map((id) => [id, outcome(id)])));
    return visibleIds !== null;
  }

  /** Fetches the wanted items, one call at a time. */
  async function lookUpWanted(): Promise<void> {
    const ids = [...wanted].slice(0, idsMax);
    for (const id of ids) {
      wanted.delete(id);
      followed.add(id);
    }
    await lookUp(ids);
    isGathering = false;
    if (wanted.size > 0) gather();
  }

  function gather(): void {
    if (isGathering) return;
    isGathering = true;
    setTimeout(() => void lookUpWanted(), GATHER_MS);
  }

  /** Fetches the items again when events may have been missed. */
  function follow(): () => void {
    const unsubscribe = followEvents?.((id) => {
      // The reader may be allowed to see it now.
      if (cards.has(id) && useLookups.getState()[id] === 'nothing') void lookUp([id]);
    });
    const load = async () => {
      const ids = [...cards.keys()].filter((id) => followed.has(id));
      const parts = Array.from({ length: Math.ceil(ids.length / idsMax) }, (_, part) =>
        lookUp(ids.slice(part * idsMax, (part + 1) * idsMax)),
      );
      return !(await Promise.all(parts)).includes(false);
    };
    const hide = showLists([{ load }]);
    return () => {
      hide();
      unsubscribe?.();
      followed.clear();
    };
  }

  function leave(): void {
    clearTimeout(leaveTimer);
    unfollow?.();
    unfollow = null;
  }

  function showCard(id: number): () => void {
    clearTimeout(leaveTimer);
    cards.set(id, (cards.get(id) ?? 0) + 1);
    if (!followed.has(id)) {
      wanted.add(id);
      gather();
    }
    unfollow ??= follow();
    return () => {
      const remaining = (cards.get(id) ?? 1) - 1;
      if (remaining > 0) cards.set(id, remaining);
      else cards.delete(id);
      if (cards.size === 0) leaveTimer = setTimeout(leave, FOLLOWED_MS);
    };
  }

  onReset(() => {
    wanted.clear();
    followed.clear();
  });
  onReset(() => useLookups.setState({}, true));
  onReset(leave);

  return function useLinked(id) {
    useEffect(() => showCard(id), [id]);
    return useLookups((all) => all[id]);
  };
}

const memberCards = createTable<MemberCard>();

const useMemberLookup = createLinked({
  idsMax: peopleLimits.memberCardsMax,
  async fetchItems(ids) {
    const startedAt = moment();
    const answer = await request('GET /api/users', { query: { ids: ids.join(',') } });
    if (!answer.ok) return null;
    const { members } = answer.value.data;
    memberCards.merge(members, startedAt);
    return members.map(({ id }) => id);
  },
});

/** Returns a linked member as of the last refresh; null if the reader may not see them, undefined until known. */
export function useLinkedMember(id: number): MemberCard | null | undefined {
  const outcome = useMemberLookup(id);
  const member = memberCards.use(({ byId }) => byId[id]);
  const isBlocked = useIsBlocked(id);
  if (outcome === 'nothing' || isBlocked) return null;
  return member ?? (outcome === undefined ? undefined : null);
}

const useProjectLookup = createLinked({
  idsMax: projectLimits.projectsPage,
  async fetchItems(ids) {
    const startedAt = moment();
    const answer = await request('GET /api/projects', { query: { ids: ids.join(',') } });
    if (!answer.ok) return null;
    projects.merge(answer.value.data.projects, startedAt);
    mergeOwnRequests(answer.value.data.my_join_requests ?? [], startedAt);
    return answer.value.data.projects.map(({ id }) => id);
  },
  follow(changed) {
    showProjects(1);
    const stop = projects.onChange(({ id }) => changed(id));
    return () => {
      stop();
      showProjects(-1);
    };
  },
});

/** Returns a linked project, live; null if the reader may not see it, undefined until known. */
export function useLinkedProject(id: number): ProjectEntity | null | undefined {
  const outcome = useProjectLookup(id);
  const project = useProject(id);
  const isBlocked = useIsBlocked(project?.creator_id ?? 0);
  if (outcome === 'nothing' || project?.hidden || isBlocked) return null;
  // A known outcome without a project means that it is hidden or was deleted.
  return project ?? (outcome === undefined ? undefined : null);
}

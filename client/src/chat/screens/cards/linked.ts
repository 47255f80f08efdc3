import { useEffect } from 'react';
import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import { showLists } from '../../../core/store/shown-lists';

/** What the server said about one whose address stands in a message: nothing of one that this reader may not see. */
type Said = 'known' | 'nothing' | 'failed';

interface Linking {
  /** So many are asked for by one call. */
  atOnce: number;
  /** Asks for these and stores them; the ids of those that the reader may see, null where no answer came. */
  ask: (ids: readonly number[]) => Promise<readonly number[] | null>;
  /** Begins to follow their events; answers what ends that. */
  follow?: () => () => void;
}

/** Those that come into view together are asked for at once. */
const GATHER_MS = 30;
/** So long after the last card has left the screen they are followed: who scrolls back asks for nothing. */
const FOLLOWED_MS = 30_000;

/** What is named by its address in messages, and kept up to date while a card shows it: a hook that shows one, and tells what was said. */
export function createLinked({
  atOnce,
  ask: fetchThese,
  follow: followEvents,
}: Linking): (id: number) => Said | undefined {
  const useSaid = create<Readonly<Record<number, Said>>>(() => ({}));
  /** How many cards show each. */
  const cards = new Map<number, number>();
  /** Asked for since they are followed: what changes comes by itself, or with a refresh. */
  const followed = new Set<number>();
  const wanted = new Set<number>();
  let isGathering = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let unfollow: (() => void) | null = null;

  async function ask(ids: readonly number[]): Promise<boolean> {
    if (ids.length === 0) return true;
    const seen = await fetchThese(ids);
    const said = (id: number): Said => (seen === null ? 'failed' : seen.includes(id) ? 'known' : 'nothing');
    useSaid.setState(Object.fromEntries(ids.map((id) => [id, said(id)])));
    return seen !== null;
  }

  /** One call at a time, however many came into view. */
  async function askWanted(): Promise<void> {
    const ids = [...wanted].slice(0, atOnce);
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

  /** What was missed while events did not come is asked for again. */
  function follow(): () => void {
    const end = followEvents?.();
    const load = async () => {
      const ids = [...cards.keys()].filter((id) => followed.has(id));
      const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) =>
        ask(ids.slice(part * atOnce, (part + 1) * atOnce)),
      );
      return !(await Promise.all(parts)).includes(false);
    };
    const hide = showLists([{ load }]);
    return () => {
      hide();
      end?.();
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

  return function useLinked(id) {
    useEffect(() => showCard(id), [id]);
    return useSaid((all) => all[id]);
  };
}

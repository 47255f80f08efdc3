import type { SavedChange, SavedNumbers } from '@sangam/shared/chat/saved-messages';
import { create } from 'zustand';
import { cachePart } from '../../core/offline/cached-parts';
import { onReset } from '../../core/store/reset';

interface SavedStore {
  /** Saved message numbers by the conversation's other member; null before the first answer. */
  byMember: Readonly<Record<number, readonly number[]>> | null;
  /** The change number of the known state, and the newest one announced by an event. */
  version: number;
  announced: number;
  /** Counts changes that the list of saved messages may show: announced edits, and refreshes that may hide one. */
  edits: number;
}

const empty: SavedStore = { byMember: null, version: 0, announced: 0, edits: 0 };
/** The messages that the member has saved. */
export const useSaved = create<SavedStore>(() => empty);
onReset(() => useSaved.setState(empty));

cachePart({
  name: 'saved',
  take: () => {
    const { byMember, version } = useSaved.getState();
    return byMember && { byMember, version };
  },
  show: ({ byMember, version }) => {
    if (useSaved.getState().byMember === null) useSaved.setState({ byMember, version, announced: version });
  },
  subscribe: useSaved.subscribe,
});

/** Returns the known version; a refresh brings a newer one. */
export const savedVersion = (): number | undefined => {
  const { byMember, version } = useSaved.getState();
  return byMember === null ? undefined : version;
};

/** Applies a refresh. Returns false when a newer change was announced meanwhile, and the refresh must be repeated. */
export function takeSaved({ version, conversations }: SavedNumbers): boolean {
  const { announced } = useSaved.getState();
  if (version >= (savedVersion() ?? 0)) {
    const byMember = Object.fromEntries(conversations.map(({ user_id, seqs }) => [user_id, seqs]));
    useSaved.setState({ byMember, version, announced: Math.max(version, announced) });
  }
  return useSaved.getState().version >= announced;
}

/**
 * Applies an event or the answer to an act. Returns false when an earlier change is missing and a refresh is needed.
 */
export function applySaved({ user_id, seq, saved_at, version }: SavedChange): boolean {
  const { byMember, version: known, announced } = useSaved.getState();
  if (version > announced) useSaved.setState({ announced: version });
  if (byMember === null || version <= known) return true;
  if (version > known + 1) return false;
  const { [user_id]: before = [], ...rest } = byMember;
  const others = before.filter((one) => one !== seq);
  const seqs = saved_at === null ? others : [...others, seq].toSorted((a, b) => a - b);
  useSaved.setState({ byMember: seqs.length === 0 ? rest : { ...rest, [user_id]: seqs }, version });
  return true;
}

/** Counts an edit to a saved message, which the list may show. */
export function noteEdited(otherId: number, seq: number): void {
  if (useSaved.getState().byMember?.[otherId]?.includes(seq)) useSaved.setState(({ edits }) => ({ edits: edits + 1 }));
}

/** Counts a refresh that brought changed conversations: a saved message may have been edited without an event. */
export function noteMissed(): void {
  if (useSaved.getState().byMember !== null) useSaved.setState(({ edits }) => ({ edits: edits + 1 }));
}

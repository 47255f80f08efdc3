import type { SavedChange, SavedNumbers } from '@sangam/shared/chat/saved-messages';
import { create } from 'zustand';
import { cachePart } from '../../core/offline/cached-parts';
import { onReset } from '../../core/store/reset';

interface SavedStore {
  /** The numbers of the saved messages by the other member of their conversation; null before the first answer. */
  byMember: Readonly<Record<number, readonly number[]>> | null;
  /** Counts what was saved and removed: of what is known, and of what was told. */
  version: number;
  announced: number;
  /** Counts the changes to saved messages, whose words a list may show: those that were told, and refreshes that may hide one. */
  edits: number;
}

const empty: SavedStore = { byMember: null, version: 0, announced: 0, edits: 0 };
/** Which messages the member has saved for themself. */
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

/** Which version is known here; a refresh brings a newer one. */
export const savedVersion = (): number | undefined => {
  const { byMember, version } = useSaved.getState();
  return byMember === null ? undefined : version;
};

/** Takes what a refresh brought. False where more was told meanwhile: it is to be repeated. */
export function takeSaved({ version, conversations }: SavedNumbers): boolean {
  const { announced } = useSaved.getState();
  if (version >= (savedVersion() ?? 0)) {
    const byMember = Object.fromEntries(conversations.map(({ user_id, seqs }) => [user_id, seqs]));
    useSaved.setState({ byMember, version, announced: Math.max(version, announced) });
  }
  return useSaved.getState().version >= announced;
}

/** Live, or the answer to an act. False when one before it is missing: a refresh brings it. */
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

/** A message changed: a list of saved ones may show it. */
export function noteEdited(otherId: number, seq: number): void {
  if (useSaved.getState().byMember?.[otherId]?.includes(seq)) useSaved.setState(({ edits }) => ({ edits: edits + 1 }));
}

/** A refresh brought conversations that are not as they were: a message may have been edited of which nothing was pushed. */
export function noteMissed(): void {
  if (useSaved.getState().byMember !== null) useSaved.setState(({ edits }) => ({ edits: edits + 1 }));
}

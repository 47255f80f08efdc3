import type { SavedChange, SavedNumbers } from '@sangam/shared/chat/saved-messages';
import { create } from 'zustand';
import { cachePart } from '../../../core/offline/cached-parts';
import { noteRestored } from '../../../core/session/restored';
import { onReset } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { followRenamed, keyOf, noteConversation, noteConversations } from '../known-conversations';
import { isLost } from '../teams';

interface SavedStore {
  /** Saved message numbers by conversation; null before the first answer. */
  byConversation: Readonly<Record<ConversationKey, readonly number[]>> | null;
  /** The change number of the known state, and the newest one announced by an event. */
  version: number;
  announced: number;
  /** Counts changes that the list of saved messages may show: announced edits, and refreshes that may hide one. */
  edits: number;
}

const empty: SavedStore = { byConversation: null, version: 0, announced: 0, edits: 0 };
/** The messages that the member has saved. */
export const useSaved = create<SavedStore>(() => empty);
onReset(() => useSaved.setState(empty));

followRenamed((from, to) =>
  useSaved.setState(({ byConversation }) => {
    const { [from]: moved, ...others } = byConversation ?? {};
    return moved ? { byConversation: { ...others, [to]: moved } } : {};
  }),
);

// The previous version's part, `saved`, names members.
cachePart({
  name: 'saved-in',
  take: () => {
    const { byConversation, version } = useSaved.getState();
    return byConversation && { byConversation, version };
  },
  show: ({ byConversation, version }) => {
    if (useSaved.getState().byConversation === null) useSaved.setState({ byConversation, version, announced: version });
  },
  subscribe: useSaved.subscribe,
});

/** Returns the known version; a refresh brings a newer one. */
export const savedVersion = (): number | undefined => {
  const { byConversation, version } = useSaved.getState();
  return byConversation === null ? undefined : version;
};

/**
 * Applies a refresh. Returns false when a newer change was announced in the meantime, and the refresh must be repeated. `versionAtRequest`:
 * the version known when the server was asked; with a lower one, its database was restored from a backup.
 */
export function takeSaved({ version, conversations }: SavedNumbers, versionAtRequest = 0): boolean {
  const isRestored = version < versionAtRequest;
  if (isRestored) noteRestored();
  const announced = isRestored ? version : useSaved.getState().announced;
  if (isRestored || version >= (savedVersion() ?? 0)) {
    noteConversations(conversations.map(({ conversation_id, user_id: memberId }) => ({ conversation_id, memberId })));
    const all = conversations.map(
      ({ conversation_id, user_id, seqs }) => [keyOf({ conversation_id, memberId: user_id }), seqs] as const,
    );
    const byConversation = Object.fromEntries(all.filter(([key]) => !isLost(key)));
    // The member may have returned to a team that is left out here; the next refresh brings its numbers.
    const isWhole = all.every(([key]) => !isLost(key));
    useSaved.setState({
      byConversation,
      version: isWhole ? version : (savedVersion() ?? 0),
      announced: Math.max(version, announced),
    });
    if (!isWhole) return true;
  }
  return useSaved.getState().version >= announced;
}

/**
 * Applies an event or the answer to an act. Returns false when an earlier change is missing and a refresh is needed.
 */
export function applySaved({ conversation_id, user_id, seq, saved_at, version }: SavedChange): boolean {
  noteConversation(conversation_id, user_id);
  const conversation = keyOf({ conversation_id, memberId: user_id });
  const { byConversation, version: known, announced } = useSaved.getState();
  if (version > announced) useSaved.setState({ announced: version });
  if (byConversation === null || version <= known) return true;
  if (version > known + 1) return false;
  const { [conversation]: before = [], ...otherConversations } = byConversation;
  const otherSeqs = before.filter((other) => other !== seq);
  const seqs = saved_at === null || isLost(conversation) ? otherSeqs : [...otherSeqs, seq].toSorted((a, b) => a - b);
  useSaved.setState({
    byConversation: seqs.length === 0 ? otherConversations : { ...otherConversations, [conversation]: seqs },
    version,
  });
  return true;
}

/** Removes the numbers of a conversation that the member may no longer read. The server's version stays. */
export function dropSavedIn(conversation: ConversationKey): void {
  const { [conversation]: dropped, ...byConversation } = useSaved.getState().byConversation ?? {};
  if (dropped) useSaved.setState({ byConversation });
}

/** Counts an edit to a saved message, which the list may show. */
export function noteEdited(conversation: ConversationKey, seq: number): void {
  if (useSaved.getState().byConversation?.[conversation]?.includes(seq))
    useSaved.setState(({ edits }) => ({ edits: edits + 1 }));
}

/** Counts a refresh that brought changed conversations: a saved message may have been edited without an event. */
export function noteMissedEdits(): void {
  if (useSaved.getState().byConversation !== null) useSaved.setState(({ edits }) => ({ edits: edits + 1 }));
}

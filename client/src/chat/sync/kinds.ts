import type { Mention } from '@sangam/shared/chat/mentions';
import type { LiveMessage, ReadReceipt, Unread } from '@sangam/shared/chat/messages';
import { refreshForEvent } from '../../core/realtime/refresh';
import { storesEpoch } from '../../core/store/reset';
import type { ConversationKey } from '../../lib/links/chat-link';
import { importOnce } from '../../lib/loading/load-part';
import {
  applyConversationChange,
  applyConversationMessage,
  applyConversationReceipt,
  applyConversationUnread,
} from '../state/conversations';
import { isTeam } from '../state/known-conversations';
import { applyUnreadChange, applyUnreadCount, applyUnreadMessage } from '../state/unread-messages';

/**
 * The differences between a direct conversation and a team's in how events are applied and messages sent. `state/kinds.ts` has those on
 * screen.
 */
interface Kind {
  /** Applies a stored message to its row. Returns false if the lists must be fetched. */
  putMessage: (key: ConversationKey, message: LiveMessage, me: number) => boolean;
  /** Applies a changed message. Returns false if the lists must be fetched. */
  putChange: (key: ConversationKey, message: LiveMessage, me: number) => boolean;
  putUnread: (key: ConversationKey, unread: Unread) => void;
  putReceipt: (key: ConversationKey, receipt: ReadReceipt, me: number) => void;
  /** Applies another member's message to the bell's list, then announces it. */
  notify: (message: LiveMessage, announce: () => void) => void;
  /** Returns the members that a text mentions; null if they couldn't be fetched. */
  mentionsIn: (key: ConversationKey, text: string) => Promise<Mention[] | null>;
}

const direct: Kind = {
  putMessage: (_, message, me) => applyConversationMessage(message, me),
  putChange: (_, message, me) => [applyConversationChange(message, me), applyUnreadChange(message)].every(Boolean),
  putUnread(_, unread) {
    applyConversationUnread(unread);
    applyUnreadCount(unread);
  },
  putReceipt: (_, receipt, me) => applyConversationReceipt(receipt, me),
  notify(message, announce) {
    applyUnreadMessage(message);
    announce();
  },
  mentionsIn: async () => [],
};

const loadRows = importOnce(() => import('./team-rows'));
/** Loaded for the first `@` in a message to a team. */
const loadMentions = importOnce(() => import('../state/team/mentions'));

/**
 * Changes the rows of teams, with code that is loaded for the first change. Returns false if it couldn't be loaded. Changes nothing if the
 * session has ended meanwhile: these may be another member's rows.
 */
export async function onTeamRows(change: (rows: typeof import('./team-rows')) => void): Promise<boolean> {
  const epoch = storesEpoch();
  const rows = await loadRows();
  if (rows && epoch === storesEpoch()) change(rows);
  return rows !== null;
}

/** The same for an event. If the code can't be loaded, a refresh brings what the event would have changed. */
export const onTeamEvent = (change: Parameters<typeof onTeamRows>[0]): void =>
  void onTeamRows(change).then((isLoaded) => void (isLoaded || refreshForEvent()));

const team: Kind = {
  putMessage(key, message, me) {
    onTeamEvent((rows) => rows.applyTeamMessage(key, message, me));
    return true;
  },
  putChange(key, message, me) {
    onTeamEvent((rows) => rows.applyTeamEdit(key, message, me));
    return true;
  },
  putUnread: (key, unread) => onTeamEvent((rows) => rows.applyTeamUnread(key, unread)),
  putReceipt: (key, receipt) => onTeamEvent((rows) => rows.applyTeamReceipt(key, receipt)),
  // Waits for the rows' code, since the announcement reads the row, which must count the message.
  notify: (_, announce) => void onTeamRows(announce),
  mentionsIn: async (key, text) =>
    text.includes('@') ? ((await (await loadMentions())?.mentionsOf(key, text)) ?? null) : [],
};

export const kindOf = (key: ConversationKey): Kind => (isTeam(key) ? team : direct);

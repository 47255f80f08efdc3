import type { chatServerEvents } from '@sangam/shared/chat/events';
import type { chatRefreshAnswer } from '@sangam/shared/chat/refresh';
import { isMessageRequest } from '../contact/state/message-requests';
import type { Live } from '../core/realtime/live';
import { refresh } from '../core/realtime/refresh';
import type { ConversationKey } from '../lib/links/chat-link';
import type { News } from '../notices/state/news';
import { applyConversationReceipt, conversationsWanted, refreshConversations } from './state/conversations';
import { deleteInBrowser } from './state/in-browser';
import { keyOfMessage } from './state/known-conversations';
import { countDrafts } from './state/outbox/drafts';
import { openOutbox, useOutbox } from './state/outbox/outbox';
import { applySaved, noteMissed, savedVersion, takeSaved } from './state/saved';
import { dropTeam, refreshTeams, teamsWanted } from './state/teams';
import { cachedThreads } from './state/thread/cached-threads';
import { applyReceipt } from './state/thread/threads';
import { applyTyping } from './state/thread/typing';
import { applyUnreadMessage, refreshUnread, unreadWanted } from './state/unread-messages';
import { type Missing, takeChange, takeMessage, takeUnread } from './sync/apply-message';
import { fetchLists, fillThread, refreshCachedSoon, refreshOpenThread, startFilling } from './sync/fetch-missing';
import { flushReads } from './sync/mark-read';
import { followOtherTabs, setSenderHooks, wakeSender } from './sync/outbox-sender';

function fetchMissing({ thread, conversation: isUnlisted }: Missing, conversation: ConversationKey): void {
  if (thread) fillThread(conversation);
  if (isUnlisted) void fetchLists();
}

/** Declares what chat contributes to the live part of the application. */
export const chatLive = {
  events: {
    'message:new': (message, { me, announce }) => {
      fetchMissing(takeMessage(message, me), keyOfMessage(message, me));
      if (message.sender_id === me) {
        // An act may have waited for this message's number.
        if (useOutbox.getState().acts.length > 0) wakeSender();
        return;
      }
      applyUnreadMessage(message);
      const { conversation_id, sender_id } = message;
      applyTyping({ ...(conversation_id !== undefined && { conversation_id }), sender_id, typing: false });
      // Message requests don't notify.
      if (!isMessageRequest(message.sender_id)) announce({ kind: 'message', message });
    },
    'message:changed': (message, { me }) => {
      fetchMissing(takeChange(message, me), keyOfMessage(message, me));
      refreshCachedSoon();
    },
    'message:read': (receipt, { me }) => {
      applyReceipt(receipt, me);
      applyConversationReceipt(receipt, me);
    },
    'unread:changed': (unread) => takeUnread(unread),
    'saved:changed': (change) => {
      if (!applySaved(change)) void refresh('gap');
    },
    typing: (payload) => applyTyping(payload),
    'conversation:changed': () => void refresh('gap'),
    'conversation:left': ({ conversation_id }) => dropTeam(conversation_id),
    'conversation:read': () => void refresh('gap'),
  },
  refresh: {
    conversations: {
      asked() {
        const { version, limit } = conversationsWanted();
        return { conversations: version, conversations_limit: limit };
      },
      take(part) {
        void part.then((came) => came.ok && came.value && noteMissed());
        return refreshConversations(part);
      },
    },
    teams: { asked: () => ({ teams: teamsWanted() }), take: refreshTeams },
    bell: {
      asked() {
        const { version, limit } = unreadWanted();
        return { bell: version, bell_limit: limit };
      },
      take: refreshUnread,
    },
    saved: {
      asked: () => ({ saved: savedVersion() }),
      async take(part) {
        const came = await part;
        return !came.ok || came.value === null || takeSaved(came.value);
      },
    },
  },
  afterRefresh: refreshOpenThread,
  start(me, signal) {
    startFilling(signal);
    setSenderHooks({ unknownConversation: () => void fetchLists(), missing: fillThread });
    openOutbox(me);
    wakeSender();
    followOtherTabs(signal);
    return {
      connected() {
        flushReads();
        wakeSender();
      },
      polled: flushReads,
    };
  },
  offline: cachedThreads,
  unsent(member) {
    const { items, acts } = useOutbox.getState();
    const unsentActs = acts.filter(({ sought }) => !sought);
    return { messages: items.length + unsentActs.length, drafts: countDrafts(member) };
  },
  forget: deleteInBrowser,
} satisfies Live<News, keyof typeof chatServerEvents, keyof typeof chatRefreshAnswer>;

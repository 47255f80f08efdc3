import type { chatServerEvents } from '@sangam/shared/chat/events';
import type { chatRefreshAnswer } from '@sangam/shared/chat/refresh';
import { isMessageRequest } from '../contact/state/message-requests';
import type { Live } from '../core/realtime/live';
import { refresh } from '../core/realtime/refresh';
import { currentUserId } from '../core/session/session';
import { importOnce } from '../lib/loading/load-part';
import type { Notice } from '../notices/state/notice';
import { conversationsRefreshParams, refreshConversations } from './state/conversations';
import { keyOf, keyOfMessage, memberIn } from './state/known-conversations';
import { countDrafts } from './state/outbox/drafts';
import { openOutbox, useOutbox } from './state/outbox/outbox';
import { readRequestedAhead } from './state/requested-conversations';
import { applySaved, noteMissedEdits, savedVersion, takeSaved } from './state/saved/saved';
import { followLost, loseTeam, noteTeamEvent, refreshTeams, teamsVersion } from './state/teams';
import { cachedThreads } from './state/thread/cached-threads';
import { applyTyping } from './state/thread/typing';
import { refreshUnread, unreadRefreshParams } from './state/unread-messages';
import { watchReads } from './state/watch-reads';
import { fetchMissing, refreshCachedSoon, refreshOpenThread, startFilling } from './sync/fetch-missing';
import { deleteBrowserData } from './sync/forget-member';
import { holdUnsent } from './sync/hold-unsent';
import { kindOf, onTeamEvent, onTeamRows } from './sync/kinds';
import { flushReads } from './sync/mark-read';
import { followOtherTabs, wakeSender } from './sync/outbox-sender';
import { takeChange, takeMessage, takeReceipt, takeUnread } from './sync/take-message';

watchReads();

const loadForgetting = importOnce(() => import('./sync/forget-team'));
followLost((key) => {
  const me = currentUserId();
  // The next member may be in the team. This one's next sign-in finds the team lost again.
  if (me !== null)
    void loadForgetting().then((part) => (me === currentUserId() ? part?.forgetTeam(me, key) : undefined));
});

/** Declares what chat contributes to the live part of the application. */
export const chatLive = {
  events: {
    'message:new': (message, { me, announce }) => {
      const missing = takeMessage(message, me);
      const conversation = keyOfMessage(message, me);
      fetchMissing(missing, conversation);
      if (message.sender_id === me) {
        // A pending act may wait for this message's number.
        if (useOutbox.getState().acts.length > 0) wakeSender();
        return;
      }
      const { conversation_id, sender_id } = message;
      applyTyping({ ...(conversation_id !== undefined && { conversation_id }), sender_id, typing: false });
      kindOf(conversation).notify(message, () => {
        // Message requests don't notify.
        if (!isMessageRequest(memberIn(conversation) ?? 0)) announce({ kind: 'message', message });
      });
    },
    'message:changed': (message, { me, announce }) => {
      fetchMissing(takeChange(message, me), keyOfMessage(message, me));
      refreshCachedSoon();
      if (message.mentions_you) void onTeamRows(() => announce({ kind: 'message', message }));
    },
    'message:read': (receipt, { me }) => {
      takeReceipt(receipt, me);
    },
    'unread:changed': (unread) => takeUnread(unread),
    'saved:changed': (change) => {
      if (!applySaved(change)) void refresh('gap');
    },
    typing: (payload) => applyTyping(payload),
    'conversation:changed': (change) => onTeamEvent((rows) => rows.applyTeamChange(change)),
    'conversation:read': noteTeamEvent,
    'conversation:left': (left) => loseTeam(keyOf(left)),
  },
  refresh: {
    conversations: {
      query() {
        const { version, limit } = conversationsRefreshParams();
        return { conversations: version, conversations_limit: limit };
      },
      take(part) {
        void part.then((came) => came.ok && came.value && noteMissedEdits());
        return refreshConversations(part);
      },
    },
    bell: {
      query() {
        const { version, limit } = unreadRefreshParams();
        return { bell: version, bell_limit: limit };
      },
      take: refreshUnread,
    },
    teams: {
      query: () => ({ teams: teamsVersion() }),
      take: (part) => refreshTeams(part, (teams, asked) => onTeamRows((rows) => rows.takeTeams(teams(), asked))),
    },
    saved: {
      query: () => ({ saved: savedVersion() }),
      async take(part) {
        const asked = savedVersion();
        const came = await part;
        return !came.ok || came.value === null || takeSaved(came.value, asked);
      },
    },
  },
  async onRefresh(reason) {
    if (reason === 'start' && globalThis.location?.pathname.startsWith('/messages')) readRequestedAhead();
    return true;
  },
  afterRefresh: refreshOpenThread,
  start(me, signal) {
    startFilling(signal);
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
  restored: holdUnsent,
  forget: deleteBrowserData,
} satisfies Live<Notice, keyof typeof chatServerEvents, keyof typeof chatRefreshAnswer>;

import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import './live/subjects';
import { loadConversations } from '../chat/state/conversations';
import {
  attachedTo,
  readDraft,
  setAttached,
  setReply,
  storedEdit,
  writeDraft,
  writeEdit,
} from '../chat/state/outbox/drafts';
import { enqueue, openOutbox, useOutbox } from '../chat/state/outbox/outbox';
import { enqueueAct } from '../chat/state/outbox/outbox-acts';
import { takeSaved } from '../chat/state/saved/saved';
import { toListed } from '../chat/state/teams.reduce';
import { sendMessage } from '../chat/sync/outbox-sender';
import { takeTeams } from '../chat/sync/team-rows';
import { syncThread } from '../chat/sync/thread-sync';
import { setTokenSource } from '../core/api/client';
import { setRestoredHandler } from '../core/session/restored';
import { acceptSession, currentToken, useSession } from '../core/session/session';
import { startOver } from '../core/session/start-over';
import { resetStores, storesEpoch } from '../core/store/reset';
import { notePosition, positionIn as placeOf } from '../lib/links/positions';
import { applyChoices } from '../notices/state/choices';
import { fakeServer, fakeStorage } from '../testing/fake-server';
import { held } from '../testing/held';
import { choices, conversation, KEY, ME, member, message, page, team } from '../testing/samples';

const onRestored = vi.fn();

beforeEach(() => {
  fakeStorage();
  vi.stubGlobal('sessionStorage', localStorage);
  setTokenSource(currentToken);
  onRestored.mockReset();
  resetStores();
  setRestoredHandler(onRestored);
  acceptSession({ token: 'of the member', user: member });
  return () => {
    setRestoredHandler(() => undefined);
    setTokenSource(() => null);
  };
});

const rows = (...all: object[]) => ({ body: { success: true, data: { conversations: all, has_more: false } } });

it.each<[what: string, come: (last_seq: number) => unknown]>([
  [
    'the list of conversations',
    (last_seq) => {
      fakeServer({ 'GET /api/messages/conversations': () => rows(conversation({ last_seq })) });
      return loadConversations();
    },
  ],
  ['the list of teams', (last_seq) => takeTeams([team({ last_seq })], [toListed(team({ last_seq: 9 }))])],
  [
    'a thread',
    (last_seq) => {
      const all = Array.from({ length: last_seq }, (_, index) => message(index + 1));
      fakeServer({
        'GET /api/messages/conversation/:userId': () => ({ body: { success: true, data: page(all, last_seq) } }),
        'GET /api/messages/c/:conversationId': () => ({ body: { success: true, data: page(all, last_seq) } }),
      });
      return syncThread(KEY);
    },
  ],
  ['the saved messages', (version) => takeSaved({ version, conversations: [] }, 9)],
  ['the notification choices', (version) => applyChoices(choices({ version }), 9)],
])('notices by %s that the server was restored from a backup', async (_, come) => {
  await come(9);
  await Promise.resolve();
  expect(onRestored).not.toHaveBeenCalled();
  await come(5);
  await Promise.resolve();
  expect(onRestored).toHaveBeenCalled();
});

it('starts over: nothing is sent or applied by an id or number that the server may have given to something else', async () => {
  const { calls } = fakeServer({ 'GET /api/auth/me': () => ({ body: { success: true, user: member } }) });
  openOutbox(ME);
  enqueue('c17', 'To the team', { reply_to: 4 });
  enqueueAct({ conversation_id: 17, seq: 4, message: null }, { verb: 'delete', text: '' });
  writeDraft('c18', 'Not finished');
  setReply('c18', 3);
  writeEdit('c18', '{"seq":3}');
  setAttached('c18', [{ id: 'a', name: 'plan.pdf', bytes: 9, isPicture: false }]);
  notePosition('entry', { scrollPx: 300 });
  const before = storesEpoch();
  startOver();
  expect([useSession.getState().status, storesEpoch() > before, placeOf('entry')]).toEqual(['loading', true, {}]);
  await vi.waitFor(() => expect(useSession.getState().status).toBe('signed-in'));
  openOutbox(ME);
  const { items, acts } = useOutbox.getState();
  expect([items.map(({ content, state }) => [content, state]), acts]).toEqual([[['To the team', 'failed']], []]);
  expect(items[0]).not.toHaveProperty('reply_to');
  expect([readDraft('c18'), storedEdit('c18'), attachedTo('c18').length]).toEqual(['Not finished', null, 1]);
  // A second restore right afterwards doesn't make the page start over again.
  startOver();
  expect([useSession.getState().status, calls.length]).toEqual(['signed-in', 1]);
});

it('keeps a message that was being sent for Retry, and drops its answer', async () => {
  const answer = held<'network'>('network');
  const { of } = fakeServer({
    'GET /api/auth/me': () => ({ body: { success: true, user: member } }),
    'POST /api/messages': answer.reply,
  });
  openOutbox(ME);
  sendMessage('c17', 'To the team');
  await vi.waitFor(() => expect(of('POST /api/messages')).toHaveLength(1));
  // Later, so that the page may start over again.
  const laterMs = performance.now() + 60_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(laterMs);
  onTestFinished(() => clock.mockRestore());
  startOver();
  await vi.waitFor(() => expect(useSession.getState().status).toBe('signed-in'));
  openOutbox(ME);
  answer.release();
  await new Promise((done) => setTimeout(done, 20));
  expect(useOutbox.getState().items.map(({ state }) => state)).toEqual(['failed']);
});

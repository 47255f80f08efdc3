import { act, cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setConnection } from '../../../core/realtime/connection-status';
import { incomingRequests, requests } from '../../../requests/state/requests';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { conversation, joinRequest, KEY, ME, member, message, OTHER, page } from '../../../testing/samples';
import { reportDialog } from '../../../trust/state/report-dialog';
import { openThread } from '../../sync/thread-sync';
import { MessageRequestBar, MessageRequestsPane } from './MessageRequests';

const bar = () => (
  <MessageRequestBar conversation={KEY} otherId={OTHER} name="Other" request="waiting" onBlock={() => undefined} />
);
const deleted = { deleted_at: '2026-01-01T00:00:00.000Z' };

it.each([
  [
    'a choice among several messages that they wrote',
    [{}, {}, { sender_id: ME, receiver_id: OTHER }],
    { kind: 'message', conversation: KEY, seq: null },
  ],
  ['one that is not deleted', [{}, deleted], { kind: 'message', conversation: KEY, seq: 1 }],
  ['the member, where nothing of theirs is left', [deleted], { kind: 'member', id: OTHER, name: 'Other' }],
])('reports %s', async (_, written, subject) => {
  const thread = written.map((change, index) => message(index + 1, { sender_id: OTHER, receiver_id: ME, ...change }));
  fakeServer({
    'GET /api/messages/c/:conversationId': () => ({ body: { success: true, data: page(thread, thread.length) } }),
  });
  await openThread(KEY);
  const user = show(bar(), { as: member });
  await user.click(screen.getByRole('button', { name: `Report ${subject.kind}…` }));
  expect(reportDialog.get()).toEqual(subject);
});

it('removes from the list of requests text that was deleted while the connection was lost', async () => {
  let row = conversation({ request: 'waiting', last_message: 'secret' });
  fakeServer({
    'GET /api/messages/requests': () => ({ body: { success: true, data: { conversations: [row], has_more: false } } }),
  });
  show(<MessageRequestsPane openId={null} me={ME} linkTo={() => ({ to: '/' })} />, { as: member });
  await screen.findByText('secret');
  act(() => setConnection('away'));
  row = { ...row, last_message: 'Message deleted', last_change: 1 };
  act(() => setConnection('online'));
  await screen.findByText('Message deleted');
});

it('the bar of a message request cannot be mistaken for answering a join request, and says what answering does', () => {
  fakeServer({});
  show(bar(), { as: member });
  expect(screen.queryByText(/you accept their messages, too/u)).toBeNull();
  requests.upsert(joinRequest({ user_id: OTHER, user_name: 'Other' }));
  incomingRequests.restore([joinRequest({ user_id: OTHER })], 0);
  cleanup();
  show(bar(), { as: member });
  screen.getByText(/If you accept Other’s request to join, you accept their messages, too\.$/u);
  for (const name of ['Accept messages', 'Ignore messages']) screen.getByRole('button', { name });
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

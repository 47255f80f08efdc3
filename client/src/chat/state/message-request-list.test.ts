import { beforeEach, expect, it } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { CONVERSATION, conversation, KEY, member, message, OTHER, THIRD } from '../../testing/samples';
import { noteChangedMessage } from './changed-messages';
import { loadMessageRequestList, loadMoreMessageRequests, useMessageRequestList } from './message-request-list';

const page = (
  id: number,
  conversation_id: number,
  has_more: boolean,
  last_message_time = '2026-01-02T00:00:00.000Z',
) => ({
  body: {
    success: true,
    data: { conversations: [conversation({ id, conversation_id, last_message_time, request: 'waiting' })], has_more },
  },
});
const rows = () => useMessageRequestList.getState().list.data?.map(({ key, last_message }) => [key, last_message]);

/** Shows the first page and requests the next one, which arrives when `arrive` is called. */
async function loadingMore() {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  fakeServer({
    'GET /api/messages/requests': async ({ query }) => {
      if (!query.has('before')) return page(OTHER, CONVERSATION, true);
      await arrived;
      return page(THIRD, CONVERSATION + 1, false, '2026-01-01T00:00:00.000Z');
    },
  });
  await loadMessageRequestList();
  return { loading: loadMoreMessageRequests(), arrive };
}

beforeEach(() => {
  fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member, end: null });
});

it('keeps a change to a listed message that arrives while the next page is loading', async () => {
  const { loading, arrive } = await loadingMore();
  noteChangedMessage(message(1, { content: 'revised', change: 1 }), KEY);
  arrive();
  expect((await loading).ok).toBe(true);
  expect(rows()).toEqual([
    [KEY, 'revised'],
    [`c${CONVERSATION + 1}`, 'message 1'],
  ]);
});

it('shows the next member no page that the previous one requested', async () => {
  const { loading, arrive } = await loadingMore();
  resetStores();
  arrive();
  await loading;
  expect(rows()).toBeUndefined();
});

it('keeps the pages that are shown when the list is fetched again', async () => {
  const { loading, arrive } = await loadingMore();
  arrive();
  await loading;
  const before = rows();
  await loadMessageRequestList();
  expect(rows()).toEqual(before);
  expect(before).toHaveLength(2);
});

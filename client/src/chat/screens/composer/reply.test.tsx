import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setConnection } from '../../../core/realtime/connection-status';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { CONVERSATION, KEY, ME, member, message, messages, page } from '../../../testing/samples';
import { setReply } from '../../state/outbox/drafts';
import { openOutbox, useOutbox } from '../../state/outbox/outbox';
import { enqueueAct } from '../../state/outbox/outbox-acts';
import { useThreads } from '../../state/thread/threads';
import { openThread } from '../../sync/thread-sync';
import { MessageMenuItems } from '../message/MessageMenuItems';
import { Quote } from '../message/Quote';
import { Composer } from './Composer';
import { followSwipes } from './swipe-to-reply';

window.matchMedia ??= () => ({ matches: false }) as MediaQueryList;

const thread = (from: number, to: number, total: number, change = {}) => ({
  body: { success: true, data: page(messages(from, to), total, change) },
});
const serve = (changed: () => object = () => ({})) =>
  fakeServer({
    'GET /api/messages/c/:conversationId': ({ query }) => {
      const after = query.get('after');
      if (after === null) return thread(951, 1_000, 1_000);
      const first = Number(after) + 1;
      if (query.get('limit') === '1')
        return { body: { success: true, data: page([message(first, changed())], 1_000) } };
      return thread(first, first + 49, 1_000);
    },
  });
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Other' });

it('the menu starts a reply, the composer shows it, and the sent message names it', async () => {
  serve();
  await openThread(KEY);
  const item = { kind: 'stored', message: message(1_000) } as const;
  const user = show(
    <>
      <MessageMenuItems conversation={KEY} me={ME} item={item} own={false} onLeave={() => undefined} />
      <Composer conversation={KEY} name="Other" />
    </>,
    { as: member },
  );
  openOutbox(ME);
  await user.click(screen.getByRole('menuitem', { name: 'Reply' }));
  await screen.findByText('Replying to Other');
  screen.getByText('message 1000');
  await user.type(field(), 'Yes{Enter}');
  expect(useOutbox.getState().items).toMatchObject([{ content: 'Yes', reply_to: 1_000 }]);
  await waitFor(() => expect(screen.queryByText('Replying to Other')).toBeNull());
});

it('Escape cancels the reply and keeps the draft', async () => {
  serve();
  const user = show(<Composer conversation={KEY} name="Other" />, { as: member });
  act(() => setReply(KEY, 1_000));
  await screen.findByRole('button', { name: 'Cancel reply' });
  await user.type(field(), 'Half a{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel reply' })).toBeNull());
  expect(field().value).toBe('Half a');
});

it('Cancel reply leads back to the field', async () => {
  serve();
  const user = show(<Composer conversation={KEY} name="Other" />, { as: member });
  act(() => setReply(KEY, 1_000));
  await user.click(await screen.findByRole('button', { name: 'Cancel reply' }));
  expect(document.activeElement).toBe(field());
});

it('fetches the quote of a message that isn’t loaded, and goes there on a press', async () => {
  const server = serve();
  await openThread(KEY);
  const user = show(<Quote conversation={KEY} name="Other" seq={7} />, { as: member });
  await screen.findByText('message 7');
  expect(server.calls.at(-1)?.query.get('after')).toBe('6');
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(useThreads.getState().byId[KEY]).toMatchObject({ target: 7, follows: false }));
});

it('quotes a message with its pending edit', async () => {
  serve();
  await openThread(KEY);
  openOutbox(ME);
  show(<Quote conversation={KEY} name="Other" seq={7} />, { as: member });
  await screen.findByText('message 7');
  const target = { conversation_id: CONVERSATION, seq: 7, message: null };
  act(() => enqueueAct(target, { verb: 'edit', text: 'changed' }));
  screen.getByText('changed');
});

it('a deleted message’s text is gone from the quote', async () => {
  let deleted = {};
  serve(() => deleted);
  await openThread(KEY);
  show(<Quote conversation={KEY} name="Other" seq={7} />, { as: member });
  await screen.findByText('message 7');
  deleted = { content: 'Message deleted', deleted_at: '2026-01-02T00:00:00.000Z', change: 1 };
  act(() =>
    useThreads.setState(({ byId }) => {
      const { [KEY]: open } = byId;
      return open ? { byId: { ...byId, [KEY]: { ...open, lastChange: 1 } } } : {};
    }),
  );
  await screen.findByText('Message deleted');
  expect(screen.queryByText('message 7')).toBeNull();
});

it('a deleted or unstored message can’t be replied to', () => {
  const item = { kind: 'stored', message: message(3, { deleted_at: '2026-01-02T00:00:00.000Z' }) } as const;
  show(<MessageMenuItems conversation={KEY} me={ME} item={item} own={false} onLeave={() => undefined} />, {
    as: member,
  });
  expect(screen.queryByRole('menuitem', { name: 'Reply' })).toBeNull();
});

it('a swipe to the right replies; a short or upward one doesn’t', () => {
  const pane = document.createElement('div');
  pane.innerHTML = '<div data-seq="5"><span>words</span></div><div data-seq="6">gone</div>';
  const row = pane.firstElementChild as HTMLElement;
  const words = row.firstElementChild as HTMLElement;
  document.body.append(pane);
  const swiped: number[] = [];
  const end = followSwipes(pane, { isOffered: (seq) => seq === 5, onSwipe: (seq) => swiped.push(seq) });
  const swipe = (x: number, y: number) => {
    fireEvent.touchStart(words, { touches: [{ clientX: 10, clientY: 10 }] });
    fireEvent.touchMove(words, { touches: [{ clientX: 10 + x, clientY: 10 + y }] });
    const moved = row.style.translate;
    expect('far' in row.dataset).toBe(x >= 56 && moved !== '');
    fireEvent.touchEnd(words, { changedTouches: [{ clientX: 10 + x, clientY: 10 + y }] });
    expect(row.style.translate).toBe('');
    return moved;
  };
  swipe(40, 0);
  expect(swipe(10, 60)).toBe('');
  expect(swiped).toEqual([]);
  // Swipes that must not count: to the left, and upward first.
  expect([swipe(-70, 0), swipe(70, 71), swipe(4, 4)]).toEqual(['', '', '']);
  expect(swiped).toEqual([]);
  expect(swipe(70, 5)).toBe('70px 0');
  expect(swiped).toEqual([5]);
  // A message that can't be answered stays in place.
  const gone = pane.lastElementChild as HTMLElement;
  fireEvent.touchStart(gone, { touches: [{ clientX: 10, clientY: 10 }] });
  fireEvent.touchMove(gone, { touches: [{ clientX: 90, clientY: 10 }] });
  expect(gone.style.translate).toBe('');
  fireEvent.touchEnd(gone, { changedTouches: [{ clientX: 90, clientY: 10 }] });
  expect(swiped).toEqual([5]);
  end();
  swipe(70, 0);
  expect(swiped).toEqual([5]);
  pane.remove();
});

it('a quote that can’t be fetched says so, and is fetched once the server is back', async () => {
  serve();
  await openThread(KEY);
  fakeServer({ 'GET /api/messages/c/:conversationId': () => 'network' });
  act(() => setConnection('away'));
  const user = show(<Quote conversation={KEY} name="Other" seq={7} />, { as: member });
  await screen.findByText('Shown once you’re connected');
  await user.click(screen.getByRole('button'));
  await screen.findByText('Network error. Please try again.');
  serve();
  act(() => setConnection('online'));
  await screen.findByText('message 7');
});

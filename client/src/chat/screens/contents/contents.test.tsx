import type { CallAnswer } from '@sangam/shared/app/calls';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { show } from '../../../testing/render';
import { CONVERSATION, KEY, ME, member, message, OTHER } from '../../../testing/samples';
import { openOutbox } from '../../state/outbox/outbox';
import { enqueueAct } from '../../state/outbox/outbox-acts';
import { useThreads } from '../../state/thread/threads';
import { newThread } from '../../state/thread/threads.reduce';
import { takeChange } from '../../sync/take-message';
import { ContentsDialog } from './ContentsDialog';

type Files = CallAnswer<'GET /api/messages/c/:conversationId/files'>['data'];
type Links = CallAnswer<'GET /api/messages/c/:conversationId/links'>['data'];

const went = vi.hoisted(() => vi.fn());
vi.mock('../address/conversation-address', async (load) => ({ ...(await load<object>()), goToMessage: went }));

const of = (seq: number, sender_id = OTHER) => ({
  seq,
  sender_id,
  sender_name: sender_id === ME ? 'Me' : 'Other',
  created_at: message(seq).created_at,
});
const file = (seq: number, name: string, sender_id = OTHER): Files['files'][number] => ({
  ...of(seq, sender_id),
  attachments: [{ id: `00000000-0000-4000-8000-00000000000${seq}`, name, bytes: 2_048, kind: 'file' }],
});
let files: Files;
let links: Links;
let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  files = { files: [file(4, 'plan.pdf'), file(2, 'budget.xlsx', ME)], next: null };
  links = {
    links: [{ ...of(3), links: ['https://example.org/a', 'https://example.org/b'] }],
    next: null,
    is_indexing: false,
  };
  server = fakeServer({
    'GET /api/messages/c/:conversationId/files': ({ query }) => {
      const before = Number(query.get('before') ?? 1_000);
      const rows = files.files.filter(({ seq }) => seq < before);
      const page = query.has('before') ? rows : rows.slice(0, 2);
      return {
        body: { success: true, data: { files: page, next: page.length < rows.length ? page.at(-1)?.seq : null } },
      };
    },
    'GET /api/messages/c/:conversationId/links': ({ query }) => {
      const before = Number(query.get('before') ?? 1_000);
      return { body: { success: true, data: { ...links, links: links.links.filter(({ seq }) => seq < before) } } };
    },
  });
  useThreads.setState({
    byId: { [KEY]: { ...newThread, status: 'ready', messages: [1, 2, 3, 4].map((seq) => message(seq)), lastSeq: 4 } },
  });
});
const onClose = vi.fn();
const open = () => show(<ContentsDialog conversation={KEY} name="Other" onClose={onClose} />, { as: member });
const rows = () => screen.getAllByRole('listitem').map((one) => within(one).getAllByRole('button')[0]?.textContent);

it('lists files with their sender and time, the newest first, each leading to its message', async () => {
  const user = open();
  await screen.findByText('plan.pdf');
  expect(rows()).toMatchObject(
    [/plan\.pdf.*Other.*2 KB/u, /budget\.xlsx.*You/u].map((one) => expect.stringMatching(one)),
  );
  await user.click(screen.getByRole('button', { name: /budget\.xlsx.*You/u }));
  expect(went).toHaveBeenCalledWith(KEY, 2);
  expect(onClose).toHaveBeenCalled();
  expect(server.calls[0]?.path).toBe(`/api/messages/c/${CONVERSATION}/files`);
});

it('lists links in a tab that arrow keys reach, with a way to open each', async () => {
  const user = open();
  const tab = await screen.findByRole('tab', { name: 'Files' });
  act(() => tab.focus());
  await user.keyboard('{ArrowRight}');
  await screen.findByText('example.org/a');
  const opened = screen.getByRole('link', { name: /^Open https:\/\/example\.org\/b/u });
  expect(opened.getAttribute('href')).toBe('https://example.org/b');
  expect(opened.getAttribute('rel')).toContain('noopener');
});

it('shows more pages of files and links, and says so when there are none', async () => {
  files.files.push(file(1, 'notes.txt'));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Show more files' }));
  await screen.findByText('notes.txt');
  expect(screen.queryByRole('button', { name: 'Show more files' })).toBeNull();
  links.links = [];
  await user.click(screen.getByRole('tab', { name: 'Links' }));
  await screen.findByText('No links yet');
});

it('updates the files and links with new messages, edits and deletions', async () => {
  const user = open();
  await screen.findByText('plan.pdf');
  files.files.unshift(file(5, 'new.zip'));
  act(() => useThreads.setState(({ byId }) => ({ byId: { [KEY]: { ...newThread, ...byId[KEY], lastSeq: 5 } } })));
  await screen.findByText('new.zip');
  act(() => void takeChange(message(2, { change: 1, deleted_at: message(2).created_at, sender_id: ME }), ME));
  expect(screen.queryByText('budget.xlsx')).toBeNull();

  await user.click(screen.getByRole('tab', { name: 'Links' }));
  await screen.findByText('example.org/a');
  links.links = [{ ...of(3), links: ['https://example.org/c'] }];
  act(() => void takeChange(message(3, { change: 2, content: 'https://example.org/c' }), ME));
  await screen.findByText('example.org/c');
  expect(screen.queryByText('example.org/a')).toBeNull();
  links.links = [];
  act(() => void takeChange(message(3, { change: 3, content: 'none' }), ME));
  await screen.findByText('No links yet');
});

it.each([
  ['files', 'plan.pdf', 4],
  ['links', 'example.org/a', 3],
])('leaves out the %s of a message whose deletion is pending', async (kind, shown, seq) => {
  const user = open();
  if (kind === 'links') await user.click(await screen.findByRole('tab', { name: 'Links' }));
  await screen.findByText(shown);
  openOutbox(ME);
  act(() => enqueueAct({ conversation_id: CONVERSATION, seq, message: null }, { verb: 'delete', text: '' }));
  expect(screen.queryByText(shown)).toBeNull();
});

it('keeps the dialog’s height when the tab changes, so that the tabs stay in place', async () => {
  const user = open();
  const tabs = (await screen.findByRole('tablist')).parentElement;
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(500);
  await user.click(screen.getByRole('tab', { name: 'Links' }));
  expect(tabs?.style.minHeight).toBe('500px');
  height.mockRestore();
});

it.each([
  ['edited', { content: 'No link' }],
  ['deleted', { content: 'Message deleted', deleted_at: message(4).created_at }],
])('links that a message had before it was %s stay out when the answer about them comes late', async (_, last) => {
  const user = open();
  await user.click(await screen.findByRole('tab', { name: 'Links' }));
  await screen.findAllByRole('link');
  const late = held({
    body: { success: true, data: { ...links, links: [{ ...of(4), links: ['https://late.example/'] }] } },
  });
  const answerNow = () => ({ body: { success: true, data: { ...links, links: [] } } });
  let calls = 0;
  fakeServer({
    'GET /api/messages/c/:conversationId/links': () => {
      calls += 1;
      return calls === 1 ? late.reply() : answerNow();
    },
  });
  const change = (part: object, number: number) =>
    act(() => void takeChange(message(4, { conversation_id: CONVERSATION, change: number, ...part }), ME));
  change({ content: 'https://late.example/' }, 1);
  change(last, 2);
  await act(async () => {
    late.release();
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
  expect(screen.queryByRole('link', { name: /late\.example/u })).toBeNull();
});

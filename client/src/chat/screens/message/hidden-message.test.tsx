import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import '../../../app/live/subjects';
import { blocks } from '../../../contact/state/blocks';
import { partsToCache, showParts } from '../../../core/offline/cached-parts';
import { refresh } from '../../../core/realtime/refresh';
import { useSession } from '../../../core/session/session';
import { resetStores } from '../../../core/store/reset';
import { show } from '../../../testing/render';
import { ME, member, message, OTHER, TEAM, TEAM_KEY, THIRD, teamInfo, teamMessage } from '../../../testing/samples';
import { ok, serveTeam, teamMessages, teamRow } from '../../../testing/team-thread';
import { useThreads } from '../../state/thread/threads';
import { newThread } from '../../state/thread/threads.reduce';
import { takeMessage } from '../../sync/take-message';
import { Contents } from '../contents/Contents';
import { PinBar } from '../pins/PinBar';
import { SavedRow } from '../saved/SavedPane';
import { OptionRow } from '../search/OptionRow';
import { groupsOf } from '../search/options';
import { nothingFound } from '../search/use-search';
import { Announcer } from '../thread/Announcer';
import { Quote } from './Quote';

beforeEach(() => {
  serveTeam(teamInfo);
  useSession.setState({ status: 'signed-in', user: member, end: null });
});

it('hides messages from a blocked member until they are opened', async () => {
  blocks.upsert({ id: OTHER, is_blocked: true });
  const user = show(teamRow(teamMessage(1, { content: 'Buy this' })), { as: member });
  expect(screen.queryByText('Buy this')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Show message' }));
  const text = screen.getByText('Buy this');
  expect(document.activeElement).toBe(text.closest('[data-seq]'));
});

it('removes text that was just read out from the page when its writer is blocked', async () => {
  await act(() => refresh('start'));
  useThreads.setState({
    byId: { [TEAM_KEY]: { ...newThread, status: 'ready' as const, messages: teamMessages, lastSeq: 5 } },
  });
  show(<Announcer conversation={TEAM_KEY} name="Project 7" me={ME} />, { as: member });
  act(() => void takeMessage(teamMessage(6, { content: 'Rude words' }), ME));
  await screen.findByText(/Rude words/u);
  act(() => void blocks.upsert({ id: OTHER, is_blocked: true }));
  expect(screen.queryByText(/Rude words/u)).toBeNull();
});

it('hides a blocked member’s messages in quotes, pinned messages and search suggestions', async () => {
  await act(() => refresh('start'));
  blocks.upsert({ id: OTHER, is_blocked: true });
  useThreads.setState({
    byId: { [TEAM_KEY]: { ...newThread, status: 'ready' as const, messages: teamMessages, lastSeq: 5 } },
  });
  show(
    <>
      <Quote conversation={TEAM_KEY} name="Project 7" seq={1} from={2} />
      <PinBar conversation={TEAM_KEY} name="Project 7" pins={[4]} />
    </>,
    { as: member },
  );
  expect(await screen.findAllByText('Message hidden')).toHaveLength(2);
  expect(screen.queryByText(/Welcome|Ask me/u)).toBeNull();
  act(() => void takeMessage(teamMessage(6, { content: 'News' }), ME));
  const suggested = () => groupsOf('everything', nothingFound, 'in:', false)[0]?.options[0];
  await waitFor(() => expect(suggested()).toMatchObject({ id: `in-${TEAM_KEY}`, lastMessage: 'Message hidden' }));
});

it('hides a blocked member’s messages in saved messages, search results, files and links, even after an offline start', async () => {
  const of = (seq: number, sender_id: number) => ({ seq, sender_id, created_at: message(seq).created_at });
  const file = { id: crypto.randomUUID(), name: 'rude.pdf', bytes: 1, kind: 'file' as const };
  const row = { ...of(4, OTHER), sender_name: 'Other', attachments: [file], links: ['https://rude.example/a'] };
  serveTeam(teamInfo, {
    'GET /api/messages/c/:conversationId/files': () => ok({ files: [row], next: null }),
    'GET /api/messages/c/:conversationId/links': () => ok({ links: [row], next: null, is_indexing: false }),
  });
  await act(() => refresh('start'));
  blocks.upsert({ id: OTHER, is_blocked: true });
  const cached = new Map(partsToCache());
  act(() => resetStores());
  await act(() => refresh('start'));
  const saved = (seq: number, sender_id: number, content: string) => ({
    ...of(seq, sender_id),
    id: `${seq}`,
    conversation: TEAM_KEY,
    otherId: null,
    name: 'Project 7',
    content,
    attachments: [file],
  });
  const found = (seq: number, sender_id: number, excerpt: string) => ({
    ...of(seq, sender_id),
    conversation_id: TEAM,
    other_name: 'Project 7',
    sender_name: 'Somebody',
    excerpt,
  });
  const option = (seq: number, sender_id: number, excerpt: string) => (
    <OptionRow
      key={seq}
      words={['words']}
      isActive={false}
      onChoose={() => undefined}
      onPoint={() => undefined}
      option={{ kind: 'message', id: `message-${seq}`, message: found(seq, sender_id, excerpt) }}
    />
  );
  show(
    <>
      {[saved(4, OTHER, 'Rude note'), saved(3, THIRD, 'Kind note')].map((line) => (
        <SavedRow key={line.id} line={line} isGone={false} me={ME} now={0} active={false} link={{ to: '/messages' }} />
      ))}
      {option(4, OTHER, 'Rude words')}
      {option(3, THIRD, 'Kind words')}
      <Contents conversation={TEAM_KEY} kind="files" onLeave={() => undefined} />
      <Contents conversation={TEAM_KEY} kind="links" onLeave={() => undefined} />
    </>,
    { as: member },
  );
  await screen.findByText('rude.pdf');
  await screen.findByText('rude.example/a');
  act(() => showParts(cached));
  expect(screen.getAllByText('Message hidden')).toHaveLength(4);
  expect(document.body.textContent).not.toMatch(/rude/iu);
  expect(screen.queryByRole('button', { name: /^Download/u })).toBeNull();
  expect(screen.getAllByLabelText('With a file:')).toHaveLength(1);
  expect(screen.getByText('Kind note')).toBeDefined();
  act(() => void blocks.upsert({ id: OTHER, is_blocked: false }));
  expect(screen.getByText('Rude note')).toBeDefined();
  expect(new Map(partsToCache()).get('blocks')).toEqual([]);
});

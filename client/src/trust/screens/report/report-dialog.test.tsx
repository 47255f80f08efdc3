import type { Message } from '@sangam/shared/chat/messages';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useThreads } from '../../../chat/state/thread/threads';
import { newThread } from '../../../chat/state/thread/threads.reduce';
import { blocks } from '../../../contact/state/blocks';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { findDialog, show } from '../../../testing/render';
import { CONVERSATION, KEY, ME, member, message, OTHER } from '../../../testing/samples';
import { reportDialog } from '../../state/report-dialog';
import { ReportDialog } from './ReportDialog';

it('requires a reason, sends the report once, and closes', async () => {
  const { of } = fakeServer({
    'POST /api/reports': () => ({ body: { success: true, data: { id: 1, created_at: '2026-01-01T00:00:00.000Z' } } }),
  });
  const user = show(<ReportDialog />, { as: member });
  act(() => reportDialog.open({ kind: 'message', conversation: KEY, seq: 3 }));
  await findDialog('Report this message');
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect(screen.getAllByText('Choose a reason.')).not.toHaveLength(0);
  expect(of('POST /api/reports')).toHaveLength(0);

  await user.selectOptions(screen.getByLabelText('Reason'), 'Harassment or bullying');
  await user.type(screen.getByLabelText('What’s wrong? (optional)'), ' Rude ');
  await user.click(screen.getByRole('button', { name: 'Report' }));
  await screen.findByText('Thank you. A moderator will review it.');
  expect(of('POST /api/reports').map(({ body }) => body)).toEqual([
    { kind: 'message', conversation_id: CONVERSATION, seq: 3, reason: 'harassment', words: 'Rude' },
  ]);
  expect(reportDialog.get()).toBe(null);
});

it('keeps the fields when the server refuses, and shows why', async () => {
  fakeServer({ 'POST /api/reports': () => refusal(429, 'RATE_LIMITED', 'Too many requests.') });
  const user = show(<ReportDialog />, { as: member });
  act(() => reportDialog.open({ kind: 'project', id: 7, name: 'Rover' }));
  await findDialog('Report Rover');
  await user.selectOptions(screen.getByLabelText('Reason'), 'spam');
  await user.type(screen.getByLabelText('What’s wrong? (optional)'), 'Look');
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect((await screen.findAllByText('Too many requests.')).length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLTextAreaElement>('What’s wrong? (optional)').value).toBe('Look');
});

const withThread = (...list: Message[]) =>
  useThreads.setState({ byId: { [KEY]: { ...newThread, status: 'ready', messages: list } } });
const answered = (more: object = {}) => ({
  body: { success: true, data: { id: 1, created_at: '2026-01-01T00:00:00.000Z', ...more } },
});

it('quotes the message that was meant, and reports others with it and blocks in one step', async () => {
  withThread(message(1), message(2), message(3, { sender_id: ME, receiver_id: OTHER }), message(4), message(5));
  const { of } = fakeServer({ 'POST /api/reports': () => answered({ blocked_id: OTHER }) });
  const user = show(<ReportDialog />, { as: member });
  act(() => reportDialog.open({ kind: 'message', conversation: KEY, seq: 2 }));
  const choices = await screen.findAllByRole<HTMLInputElement>('checkbox');
  expect(choices.map(({ checked }) => checked)).toEqual([false, true, false]);
  // The member's own message is quoted and cannot be chosen.
  expect(screen.getByText('message 3')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: /message 4/u }));
  await user.selectOptions(screen.getByLabelText('Reason'), 'Spam or advertising');
  await user.click(screen.getByRole('button', { name: 'Report and block' }));
  await screen.findByText('Other is blocked');
  expect(of('POST /api/reports').map(({ body }) => body)).toEqual([
    { kind: 'message', conversation_id: CONVERSATION, seq: 2, seqs: [2, 4], reason: 'spam', block: true },
  ]);
  expect(blocks.use.getState().byId[OTHER]?.is_blocked).toBe(true);
});

it('preselects none of several messages, and asks for one', async () => {
  withThread(...Array.from({ length: 30 }, (_, n) => message(n + 1)));
  const { of } = fakeServer({ 'POST /api/reports': () => answered() });
  const user = show(<ReportDialog />, { as: member });
  act(() => reportDialog.open({ kind: 'message', conversation: KEY, seq: null }));
  await findDialog('Report messages');
  expect(screen.getAllByRole('checkbox')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Report' }));
  await screen.findByText('Choose at least one message.');
  // All that is missing is named at once.
  screen.getByText('Choose a reason.');
  await user.selectOptions(screen.getByLabelText('Reason'), 'Spam or advertising');
  await user.click(screen.getByRole('button', { name: 'Show earlier messages' }));
  await user.click(screen.getByRole('checkbox', { name: /message 12/u }));
  await user.click(screen.getByRole('button', { name: 'Report' }));
  await screen.findByText('Thank you. A moderator will review it.');
  expect(of('POST /api/reports').map(({ body }) => body)).toEqual([
    { kind: 'message', conversation_id: CONVERSATION, seq: 12, reason: 'spam' },
  ]);
});

it('moves the focus to the messages once all are shown', async () => {
  withThread(...Array.from({ length: 12 }, (_, n) => message(n + 1)));
  fakeServer({});
  const user = show(<ReportDialog />, { as: member });
  act(() => reportDialog.open({ kind: 'message', conversation: KEY, seq: null }));
  await findDialog('Report messages');
  await user.click(screen.getByRole('button', { name: 'Show earlier messages' }));
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('list'));
});

it('quotes a project, and says when only the block failed', async () => {
  fakeServer({ 'POST /api/reports': () => answered() });
  const user = show(<ReportDialog />, { as: member });
  const creator = { id: OTHER, name: 'Ben' };
  act(() => reportDialog.open({ kind: 'project', id: 7, name: 'Rover', text: 'On Mars', creator }));
  await screen.findByText('On Mars');
  await user.selectOptions(screen.getByLabelText('Reason'), 'Spam or advertising');
  await user.click(screen.getByRole('button', { name: 'Report and block' }));
  await screen.findByText(/^Failed to block this member\. Block them/u);
});

it('asks for the member of a team that was left, reports their last messages, and blocks them', async () => {
  const { of } = fakeServer({ 'POST /api/reports': () => answered({ blocked_id: OTHER }) });
  const user = show(<ReportDialog />, { as: member });
  const members = [
    { id: OTHER, name: 'Ben' },
    { id: 3, name: 'Carl' },
  ];
  act(() => reportDialog.open({ kind: 'left', conversation: CONVERSATION, members }));
  await findDialog('Report a member');
  await user.click(screen.getByRole('button', { name: 'Report' }));
  await screen.findByText('Choose a member.');
  screen.getByText('Choose a reason.');
  expect(of('POST /api/reports')).toHaveLength(0);
  await user.selectOptions(screen.getByLabelText('Member'), 'Ben');
  await user.selectOptions(screen.getByLabelText('Reason'), 'Harassment or bullying');
  await user.click(screen.getByRole('button', { name: 'Report and block' }));
  await screen.findByText('Ben is blocked');
  expect(of('POST /api/reports').map(({ body }) => body)).toEqual([
    { kind: 'message', conversation_id: CONVERSATION, member_id: OTHER, reason: 'harassment', block: true },
  ]);
});

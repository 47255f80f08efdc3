import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { setTokenSource } from '../../core/api/client';
import { refresh } from '../../core/realtime/refresh';
import { dropSession, useSession } from '../../core/session/session';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { leave, settled, show } from '../../testing/render';
import { member, OTHER } from '../../testing/samples';
import { BlockedMembers } from './BlockedMembers';

vi.mock('../../core/realtime/refresh', () => ({ refresh: vi.fn() }));
beforeEach(() => void vi.mocked(refresh).mockClear());

const list = (...names: string[]) => ({
  body: {
    success: true,
    data: { blocked: names.map((name, n) => ({ id: OTHER + n, name, created_at: '2026-11-01T10:00:00.000Z' })) },
  },
});

it('lists blocked members, and disappears with the last of them', async () => {
  const { of } = fakeServer({
    'GET /api/blocks': () => list('Bina', 'Dev'),
    'DELETE /api/blocks/:userId': (_, id) => ({ body: { success: true, data: { user_id: id, is_blocked: false } } }),
  });
  const user = show(<BlockedMembers />, { as: member });
  await user.click(await screen.findByRole('button', { name: 'Unblock Bina' }));
  await screen.findByText('Bina is unblocked');
  // The row stays, so that the next member's button doesn't move under the pointer.
  const [first, second] = screen.getAllByRole('listitem');
  expect([first?.textContent, second?.textContent]).toEqual(['BinaUnblockUnblocked', 'DevUnblock']);
  expect(screen.queryByRole('button', { name: 'Unblock Bina' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Unblock Dev' }));
  await leave(user);
  await waitFor(() => expect(screen.queryByText('Blocked members')).toBeNull(), { timeout: 2_000 });
  expect(of('DELETE /api/blocks/:userId')).toHaveLength(2);
  // Their presence is visible again.
  expect(refresh).toHaveBeenCalledTimes(2);
});

it('keeps a member who could not be unblocked, and shows the failure', async () => {
  fakeServer({ 'GET /api/blocks': () => list('Bina'), 'DELETE /api/blocks/:userId': () => refusal(503, 'BUSY', '') });
  const user = show(<BlockedMembers />, { as: member });
  await user.click(await screen.findByRole('button', { name: 'Unblock Bina' }));
  await screen.findByText('Failed to unblock this member. Wait a moment and try again.');
  screen.getByText('Blocked members');
});

it('shows nothing while no member is blocked', async () => {
  const { of } = fakeServer({ 'GET /api/blocks': () => list() });
  show(<BlockedMembers />, { as: member });
  await waitFor(() => expect(of('GET /api/blocks')).toHaveLength(1));
  expect(screen.queryByText('Blocked members')).toBeNull();
});

it.each([
  ['a success', { body: { success: true, data: { user_id: OTHER, is_blocked: false } } }],
  ['a failure', refusal(503, 'BUSY', '')],
])('shows the next member no toast after %s', async (_, reply) => {
  setTokenSource(() => 'secret');
  onTestFinished(() => setTokenSource(() => null));
  const answer = held(reply);
  fakeServer({ 'GET /api/blocks': () => list('Bina'), 'DELETE /api/blocks/:userId': answer.reply });
  const user = show(<BlockedMembers />, { as: member });
  await user.click(await screen.findByRole('button', { name: 'Unblock Bina' }));
  act(() => {
    dropSession('logout');
    useSession.setState({ status: 'signed-in', user: { ...member, id: OTHER }, end: null });
  });
  answer.release();
  await settled();
  expect(screen.queryByText(/unblock/u)).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('');
});

import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ThreadActs } from '../../chat/screens/thread/ThreadActs';
import { refresh } from '../../core/realtime/refresh';
import { presence } from '../../people/state/presence';
import { fakeServer, refusal } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { KEY, member, OTHER } from '../../testing/samples';
import { useIsBlocked } from '../state/blocks';
import { applyBlock } from '../sync/apply-block';
import { BlockDialog } from './BlockDialog';
import { BlockedBar } from './BlockedBar';

vi.mock('../../core/realtime/refresh', () => ({ refresh: vi.fn() }));
beforeEach(() => void vi.mocked(refresh).mockClear());

const change = (is_blocked: boolean) => ({ body: { success: true, data: { user_id: OTHER, is_blocked } } });
const none = () => undefined;

function Conversation() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ThreadActs
        conversation={KEY}
        otherId={OTHER}
        name="Other"
        muted={false}
        onBlock={() => setAsking(true)}
        onContents={() => undefined}
        onClose={() => undefined}
        onLeave={none}
      />
      {useIsBlocked(OTHER) && <BlockedBar otherId={OTHER} name="Other" />}
      {isAsking && <BlockDialog otherId={OTHER} name="Other" onClose={() => setAsking(false)} />}
    </>
  );
}
const entry = () => screen.queryByRole('menuitem', { name: 'Block Other…' });

it('blocks a member after a dialog that explains it, and unblocks', async () => {
  fakeServer({ 'PUT /api/blocks/:userId': () => change(true), 'DELETE /api/blocks/:userId': () => change(false) });
  const user = show(<Conversation />, { as: member });
  await user.click(entry() as HTMLElement);
  await screen.findByText(/^You can’t write to each other or ask/u);
  expect(screen.queryByText(/^You have blocked Other\./u)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Block' }));
  await screen.findByText(/^You have blocked Other\./u);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(entry()).toBeNull();
  // No event reports the requests that a block ended.
  expect(refresh).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Unblock' }));
  await waitFor(() => expect(entry()).not.toBeNull());
  expect(screen.queryByText(/^You have blocked Other\./u)).toBeNull();
});

it('shows that a block failed, and stays open', async () => {
  let closed = false;
  fakeServer({ 'PUT /api/blocks/:userId': () => refusal(503, 'BUSY', '') });
  const user = show(<BlockDialog otherId={OTHER} name="Other" onClose={() => (closed = true)} />, { as: member });
  await user.click(await screen.findByRole('button', { name: 'Block' }));
  await screen.findByText('Failed to block this member. Wait a moment and try again.');
  expect(closed).toBe(false);
});

it('shows that unblocking failed, and keeps the bar', async () => {
  fakeServer({ 'DELETE /api/blocks/:userId': () => refusal(503, 'BUSY', '') });
  act(() => applyBlock({ user_id: OTHER, is_blocked: true }));
  const user = show(<Conversation />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Unblock' }));
  await screen.findByText('Failed to unblock this member. Wait a moment and try again.');
  expect(screen.queryByText(/^You have blocked Other\./u)).not.toBeNull();
});

it('shows a block from another device at once, and hides the other’s presence', () => {
  show(<Conversation />, { as: member });
  act(() => presence.upsert({ id: OTHER, is_online: true, last_active: null }));
  act(() => applyBlock({ user_id: OTHER, is_blocked: true }));
  expect(screen.queryByText(/^You have blocked Other\./u)).not.toBeNull();
  expect(presence.get(OTHER)?.is_online).toBe(false);
});

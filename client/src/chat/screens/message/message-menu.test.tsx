import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../testing/render';
import { CONVERSATION, KEY, ME, member, message, OTHER } from '../../../testing/samples';
import { reportDialog } from '../../../trust/state/report-dialog';
import { MessageMenuItems } from './MessageMenuItems';

afterEach(() => vi.restoreAllMocks());

const acts = (own: boolean) => {
  const [sender_id, receiver_id] = own ? [ME, OTHER] : [OTHER, ME];
  const sent = message(12, { sender_id, receiver_id, content: '**as typed**' });
  return show(
    <MessageMenuItems
      conversation={KEY}
      me={ME}
      item={{ kind: 'stored', message: sent }}
      own={own}
      onLeave={() => undefined}
    />,
    {
      as: member,
    },
  );
};
const clipboard = () => navigator.clipboard.readText();

it.each([true, false])('copies the link of a message, which leads all of its members there (own: %s)', async (own) => {
  const user = acts(own);
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
  await screen.findByText('Link copied');
  expect(await clipboard()).toBe(`${window.location.origin}/messages/c/${CONVERSATION}?m=12`);
});

it('copies the text as typed', async () => {
  const user = acts(false);
  await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }));
  await screen.findByText('Text copied');
  expect(await clipboard()).toBe('**as typed**');
});

it('says so if the browser refuses to copy', async () => {
  const user = acts(true);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }));
  await screen.findByText('Failed to copy. Select the text and copy it yourself.');
});

it('offers Report for the other member’s messages only', async () => {
  const user = acts(false);
  await user.click(await screen.findByRole('menuitem', { name: 'Report…' }));
  expect(reportDialog.get()).toEqual({ kind: 'message', conversation: KEY, seq: 12 });
  cleanup();
  acts(true);
  await screen.findByRole('menuitem', { name: 'Copy text' });
  expect(screen.queryByRole('menuitem', { name: 'Report…' })).toBeNull();
});

import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { linkedPages } from '../../../lib/text/linked-pages';
import { applyChoices, useIsMuted } from '../../../notices/state/choices';
import { fakeServer } from '../../../testing/fake-server';
import { listRow } from '../../../testing/list-row';
import { show } from '../../../testing/render';
import { CONVERSATION, choices, KEY, member, OTHER, TEAM, TEAM_KEY, team } from '../../../testing/samples';
import { noteTeams } from '../../state/known-conversations';
import { useTeams } from '../../state/teams';
import { toListed } from '../../state/teams.reduce';
import { ThreadActs } from '../thread/ThreadActs';
import { ConversationRow } from './ConversationRow';

const row = { ...listRow, unread: 2 };
const muted = (version: number, ids: number[]) =>
  choices({ version, muted_member_ids: ids, muted_conversation_ids: ids.map(() => CONVERSATION) });
const answer = (version: number, ids: number[]) => ({ body: { success: true, data: muted(version, ids) } });

function Conversation() {
  return (
    <>
      <ThreadActs
        conversation={KEY}
        otherId={OTHER}
        name="Other"
        muted={useIsMuted(KEY)}
        onBlock={() => undefined}
        onContents={() => undefined}
        onClose={() => undefined}
        onLeave={() => undefined}
      />
      <ul>
        <ConversationRow row={row} active now={0} linkTo={() => ({ to: '/' })} />
      </ul>
    </>
  );
}
const open = () => {
  applyChoices(choices());
  return show(<Conversation />, { as: member });
};
const item = (name: string) => screen.findByRole('menuitem', { name });
const inRow = () => screen.getByRole('link').textContent;

it('a conversation is muted and unmuted from its menu, and its row shows it', async () => {
  const { of } = fakeServer({
    'PUT /api/messages/c/:conversationId/mute': () => answer(1, [OTHER]),
    'DELETE /api/messages/c/:conversationId/mute': () => answer(2, []),
  });
  const user = open();
  await user.click(await item('Mute conversation'));
  await waitFor(() => expect(inRow()).toContain('Muted'));
  // It still counts as unread.
  expect(inRow()).toContain('2 unread');
  await user.click(await item('Unmute conversation'));
  await waitFor(() => expect(inRow()).not.toContain('Muted'));
  await waitFor(() => expect(of('DELETE /api/messages/c/:conversationId/mute')).toHaveLength(1));
  // A change on another device.
  act(() => applyChoices(muted(3, [OTHER])));
  expect(inRow()).toContain('Muted');
});

it('reverts a mute that didn’t reach the server, and says so', async () => {
  fakeServer({ 'PUT /api/messages/c/:conversationId/mute': () => 'network' });
  const user = open();
  await user.click(await item('Mute conversation'));
  await screen.findByText('Failed to change notifications. Check your connection and try again.');
  expect(inRow()).not.toContain('Muted');
});

it('a team’s row shows that none of its messages notify, or that its project is muted', async () => {
  noteTeams([TEAM]);
  const known = team({ project_id: 7 });
  const notify = (to: typeof known.notify) => useTeams.setState({ list: [toListed({ ...known, notify: to })] });
  notify('mentions');
  applyChoices(choices());
  const teamRow = { ...row, key: TEAM_KEY, otherId: null, projectId: 7 };
  show(<ConversationRow row={teamRow} active={false} now={0} linkTo={() => ({ to: '/' })} />, { as: member });
  expect(inRow()).not.toContain('Muted');
  act(() => notify('off'));
  expect(inRow()).toContain('Muted');
  act(() => notify('all'));
  expect(inRow()).not.toContain('Muted');
  act(() => applyChoices(choices({ version: 2, muted_project_ids: [7] })));
  expect(inRow()).toContain('Muted');
});

it('the menu copies the address that shows as the member’s card in a message', async () => {
  const user = open();
  await user.click(await item('Copy link to Other'));
  await screen.findByText('Link copied');
  const link = await navigator.clipboard.readText();
  expect([link, linkedPages(link)]).toEqual([`${window.location.origin}/messages/${OTHER}`, [`messages/${OTHER}`]]);
});

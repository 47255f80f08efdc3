import type { Invitation } from '@sangam/shared/requests/invitations';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { applyChoices } from '../../../notices/state/choices';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { choices, invitation, ME, member, project } from '../../../testing/samples';
import { manageDialog } from '../../state/dialogs';
import { projects, useProject } from '../../state/project-table';
import { ManageDialog } from '../manage/ManageDialog';
import { ManageActs } from './ManageActs';

const entries = () => screen.getAllByRole('menuitem').map((each) => each.textContent);
const mutedOnes = choices({ version: 1, muted_project_ids: [7] });
const focused = () => document.activeElement?.textContent;

function LiveActs({ onLeave }: { onLeave: () => void }) {
  const shown = useProject(7);
  return shown && <ManageActs project={shown} onLeave={onLeave} />;
}

const sentInvitations = (items: readonly Invitation[], older = 0) => ({
  body: { success: true, data: { invitations: items, has_more: older > 0, total: items.length + older } },
});

function open(sent: readonly Invitation[] = [], older = 0) {
  const { of } = fakeServer({
    'GET /api/invitations/sent': () => sentInvitations(sent, older),
    'PUT /api/projects/:id/state': () => ({
      body: { success: true, data: { project: project(7, { state: 'closed' }) } },
    }),
  });
  projects.upsert(project(7));
  const onLeave = vi.fn();
  return { user: show(<LiveActs onLeave={onLeave} />, { as: member }), of, onLeave };
}

it('offers the creator the actions that the project’s state allows, and none that must fail', async () => {
  const { user, of } = open();
  expect(entries()).toEqual(['Edit project', 'Stop new requests', 'Finish project…', 'Delete project…']);
  await user.click(screen.getByRole('menuitem', { name: 'Stop new requests' }));
  await waitFor(() => expect(entries()[1]).toBe('Allow new requests'));
  expect(of('PUT /api/projects/:id/state').map(({ body }) => body)).toEqual([{ state: 'closed' }]);
  act(() => projects.patch(7, { current_members: 2 }));
  expect(entries()).toEqual(['Edit project', 'Allow new requests', 'Transfer project…', 'Finish project…']);
});

it('asks before it stops new requests if that ends a pending invitation', async () => {
  const sent = (change: Partial<Invitation>) => invitation({ project_id: 7, creator_id: ME, ...change });
  const { user, of } = open([sent({ id: 2 }), sent({ id: 1, status: 'declined' })]);
  await user.click(screen.getByRole('menuitem', { name: 'Stop new requests' }));
  await waitFor(() => expect(manageDialog.get()).toEqual({ projectId: 7, act: 'close' }));
  expect(of('PUT /api/projects/:id/state')).toEqual([]);
  show(<ManageDialog />, { as: member });
  await screen.findByText(/^Pending invitations end, and the invited members are notified\./u);
  await user.click(screen.getByRole('button', { name: 'Stop new requests' }));
  await waitFor(() => expect(manageDialog.get()).toBeNull());
  expect(of('PUT /api/projects/:id/state').map(({ body }) => body)).toEqual([{ state: 'closed' }]);
});

it('stops new requests at once if the invitations were answered or have lapsed', async () => {
  const sent = (change: Partial<Invitation>) => invitation({ project_id: 7, creator_id: ME, ...change });
  const { user } = open([sent({ id: 2, ended_by: 'no_answer' }), sent({ id: 1, status: 'accepted' })]);
  await user.click(screen.getByRole('menuitem', { name: 'Stop new requests' }));
  await screen.findByText('New requests stopped');
  expect(manageDialog.get()).toBeNull();
});

it('asks before it stops new requests if older invitations, not loaded, may be pending', async () => {
  const { user } = open([invitation({ id: 2, project_id: 7, creator_id: ME, status: 'declined' })], 30);
  await user.click(screen.getByRole('menuitem', { name: 'Stop new requests' }));
  await waitFor(() => expect(manageDialog.get()).toEqual({ projectId: 7, act: 'close' }));
});

it('offers to reopen a finished project as long as the server allows it', async () => {
  const { user } = open();
  const { of } = fakeServer({
    'POST /api/projects/:id/reopen': () => ({ body: { success: true, data: { project: project(7) } } }),
  });
  act(() => projects.patch(7, { state: 'finished', reopen_until: new Date(Date.now() - 1_000).toISOString() }));
  expect(entries()).toEqual(['Edit project', 'Delete project…']);
  act(() => projects.patch(7, { reopen_until: new Date(Date.now() + 60_000).toISOString() }));
  await user.click(screen.getByRole('menuitem', { name: 'Reopen project' }));
  await waitFor(() => expect(entries()).toContain('Stop new requests'));
  expect(of('POST /api/projects/:id/reopen')).toHaveLength(1);
});

it('mutes the project for its creator, once their choices have loaded', async () => {
  const { user } = open();
  fakeServer({ 'PUT /api/projects/:id/mute': () => ({ body: { success: true, data: mutedOnes } }) });
  act(() => applyChoices(choices()));
  await user.click(screen.getByRole('menuitem', { name: 'Mute project' }));
  await screen.findByText('Project muted');
  expect(entries()).toContain('Unmute project');
});

it('works by keyboard like a menu', async () => {
  const { user, of, onLeave } = open();
  expect(focused()).toBe('Edit project');
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Delete project…');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('Stop new requests');
  await user.keyboard('{End}');
  expect(focused()).toBe('Delete project…');
  await user.keyboard('{Home}');
  expect(focused()).toBe('Edit project');
  await user.keyboard('{Tab}');
  expect(onLeave).toHaveBeenCalledOnce();
  act(() => screen.getByRole('menuitem', { name: 'Stop new requests' }).focus());
  await user.keyboard('{Enter}');
  expect(onLeave).toHaveBeenCalledTimes(2);
  await waitFor(() => expect(of('PUT /api/projects/:id/state')).toHaveLength(1));
});

// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { projects } from '../../stores/entities/projects';
import { setManageDialog, useManageDialog } from '../../stores/manage-dialog';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { member, project } from '../../testing/samples';
import { ManageDialog } from './ManageDialog';

const mine = project(7, { title: 'Stepwell puzzles', timeline: 'Spring' });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

it('an edit sends what was changed here, and not what another tab has changed meanwhile', async () => {
  const { of } = fakeServer({
    'PATCH /api/projects/:id': () => ({ body: { success: true, data: { project: { ...mine, title: 'Wells' } } } }),
  });
  projects.upsert(mine);
  setManageDialog({ projectId: 7, act: 'edit' });
  const user = show(<ManageDialog />, { as: member });
  act(() => projects.patch(7, { timeline: 'Autumn', max_members: 9 }));
  await user.clear(field('Title'));
  await user.type(field('Title'), 'Wells');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(useManageDialog.getState().task).toBeNull());
  expect(of('PATCH /api/projects/:id').map(({ body }) => body)).toEqual([{ title: 'Wells' }]);
  expect(projects.get(7)?.title).toBe('Wells');
});

it('an edit without a change sends nothing, and one that is refused says so at the field and keeps the words', async () => {
  const message = '3 seats are taken. Max members cannot be fewer.';
  const { of } = fakeServer({
    'PATCH /api/projects/:id': () => ({
      status: 400,
      body: { success: false, code: 'INVALID', message, errors: [{ field: 'max_members', message }] },
    }),
  });
  projects.upsert(mine);
  setManageDialog({ projectId: 7, act: 'edit' });
  const user = show(<ManageDialog />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(useManageDialog.getState().task).toBeNull());
  expect(of('PATCH /api/projects/:id')).toEqual([]);

  act(() => setManageDialog({ projectId: 7, act: 'edit' }));
  await user.clear(field('Max members'));
  await user.type(field('Max members'), '2');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(document.activeElement).toBe(field('Max members')));
  expect(field('Max members').value).toBe('2');
});

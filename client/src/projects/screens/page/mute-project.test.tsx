import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { applyChoices } from '../../../notices/state/choices';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { choices, member } from '../../../testing/samples';
import { MuteProject } from './MuteProject';

it('mutes and unmutes a project', async () => {
  const data = (version: number, ids: number[]) => choices({ version, muted_project_ids: ids });
  const { of } = fakeServer({
    'PUT /api/projects/:id/mute': () => ({ body: { success: true, data: data(1, [7]) } }),
    'DELETE /api/projects/:id/mute': () => ({ body: { success: true, data: data(2, []) } }),
  });
  applyChoices(choices());
  const user = show(<MuteProject id={7} />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Mute this project' }));
  expect(screen.getByText('You won’t get push notifications or emails.', { exact: false })).toBeDefined();
  await waitFor(() => expect(of('PUT /api/projects/:id/mute')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Unmute this project' }));
  await waitFor(() => expect(of('DELETE /api/projects/:id/mute')).toHaveLength(1));
  expect(screen.queryByText('You won’t get push notifications or emails.', { exact: false })).toBeNull();
});

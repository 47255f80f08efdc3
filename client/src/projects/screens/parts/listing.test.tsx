import { dayMs } from '@sangam/shared/core/limits';
import { projectLimits } from '@sangam/shared/projects/limits';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { nowMs } from '../../../lib/clock';
import { fakeServer } from '../../../testing/fake-server';
import { settled, show } from '../../../testing/render';
import { member, project } from '../../../testing/samples';
import { projects, useProject } from '../../state/project-table';
import { Listing } from './Listing';

const inMs = (ms: number) => new Date(nowMs() + ms).toISOString();
const listedUntil = (ms: number, change: Parameters<typeof project>[1] = {}) =>
  project(7, { title: 'Rover', listed_until: inMs(ms), ...change });

function Shown() {
  const shown = useProject(7);
  return shown && <Listing project={shown} />;
}

function open(shown: ReturnType<typeof project>) {
  const confirmed = listedUntil(14 * dayMs);
  const { of } = fakeServer({
    'PUT /api/projects/:id/confirmation': () => ({ body: { success: true, data: { project: confirmed } } }),
  });
  projects.upsert(shown);
  return { user: show(<Shown />, { as: member }), of };
}

it('says since when a project is unlisted, and lists it again with one click', async () => {
  const { user, of } = open(listedUntil(-2 * dayMs));
  await screen.findByText(/^Not shown in the list since /u);
  await user.click(screen.getByRole('button', { name: 'Show it again: Rover' }));
  await waitFor(() => expect(screen.queryByText(/the list since/u)).toBeNull());
  expect(of('PUT /api/projects/:id/confirmation')).toHaveLength(1);
});

it('is not offered for a hidden project', async () => {
  open(listedUntil(-2 * dayMs, { hidden: true }));
  await settled();
  expect(screen.queryByRole('button')).toBeNull();
});

it('asks for a confirmation in the last days; another device’s answer is shown', async () => {
  open(listedUntil(projectLimits.listingEndsSoonMs - dayMs));
  await screen.findByRole('button', { name: 'Still looking: Rover' });
  act(() => projects.upsert(listedUntil(14 * dayMs)));
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['is listed for longer', listedUntil(projectLimits.listingEndsSoonMs + dayMs)],
  ['is closed', listedUntil(-dayMs, { state: 'closed' })],
  ['is finished', listedUntil(-dayMs, { state: 'finished' })],
  ['was cached by an older version', project(7)],
])('shows no notice on one that %s', async (_, shown) => {
  open(shown);
  await settled();
  expect(screen.queryByRole('button')).toBeNull();
});

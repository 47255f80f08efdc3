import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { FreeHoursCard } from './FreeHoursCard';

it.each([
  ['1'.repeat(4) + '0'.repeat(668), '1 hour a week'],
  ['1'.repeat(10) + '0'.repeat(662), '2.5 hours a week'],
  [null, 'Add the hours you have for projects.'],
])('shows the owner their free hours, and links to the settings', async (hours, words) => {
  fakeServer({
    'GET /api/hours': () => ({
      body: { success: true, data: { hours: hours === null ? null : { hours, zone: 'Asia/Kolkata' } } },
    }),
  });
  show(<FreeHoursCard />, { as: member });
  await screen.findByText(words);
  expect(screen.getByRole('link', { name: 'Edit free hours' }).getAttribute('href')).toBe('/settings/hours');
});

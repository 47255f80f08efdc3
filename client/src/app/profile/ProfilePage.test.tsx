import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { show } from '../../testing/render';
import { member } from '../../testing/samples';
import { ProfilePage } from './ProfilePage';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole('button', { name: 'Save changes' });

it('shows a missing field, keeps the form when saving fails, saves once, and shows the new profile', async () => {
  let reply: () => ReturnType<typeof refusal> | Promise<ReturnType<typeof refusal>> = () => 'network';
  const { of } = fakeServer({
    'PATCH /api/users/profile': () => reply(),
    'GET /api/dashboard/stats': () => 'network',
  });
  const user = show(<ProfilePage />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  await user.click(save());
  screen.getByText('College is required');
  screen.getByText('Skills are required');
  expect(document.activeElement).toBe(field('College'));
  expect(of('PATCH /api/users/profile')).toEqual([]);

  await user.type(field('College'), 'IIT Madras');
  await user.type(field('Skills'), 'Go, SQL');
  await user.click(save());
  within(await screen.findByRole('alert')).getByText('Failed to update profile');
  expect([field('College').value, field('Skills').value]).toEqual(['IIT Madras', 'Go, SQL']);

  const saved = { ...member, college: 'IIT Madras', skills: ['Go', 'SQL'] };
  const { reply: late, release } = held<ReturnType<typeof refusal>>({ body: { success: true, user: saved } });
  reply = late;
  await user.dblClick(save());
  release();
  await screen.findByText('Profile updated successfully!');
  await screen.findByText('IIT Madras');
  expect(of('PATCH /api/users/profile')).toHaveLength(2);
  expect(of('PATCH /api/users/profile')[1]?.body).toMatchObject({ college: 'IIT Madras', skills: ['Go', 'SQL'] });
});

it('shows the server’s own sentence if it sent one', async () => {
  fakeServer({
    'PATCH /api/users/profile': () => refusal(400, 'VALIDATION', 'The GitHub link must be on github.com'),
    'GET /api/dashboard/stats': () => 'network',
  });
  const user = show(<ProfilePage />, { as: { ...member, college: 'IIT Madras', skills: ['Go'] } });
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  await user.click(save());
  within(await screen.findByRole('alert')).getByText('The GitHub link must be on github.com');
});

it('shows what the member has written on their page, and links to it', () => {
  fakeServer({ 'GET /api/dashboard/stats': () => 'network' });
  const words = { headline: 'Builds small tools', about: 'First line.\nSecond line.', looks_for: 'A designer.' };
  show(<ProfilePage />, { as: { ...member, ...words, takes_roles: ['Front end', 'Design'] } });
  for (const text of ['Builds small tools', 'A designer.', 'Front end, Design', /First line\.\nSecond line\./u])
    screen.getByText(text, { normalizer: (shown) => shown });
  expect(screen.getByRole('link', { name: 'Edit headline, about, roles and links' }).getAttribute('href')).toBe(
    `/people/${member.id}`,
  );
});

it('links to the member’s page as others see it', async () => {
  fakeServer({ 'GET /api/dashboard/stats': () => 'network' });
  show(<ProfilePage />, { as: member });
  const link = screen.getByRole('link', { name: 'View as others see it' });
  expect(link.getAttribute('href')).toBe(`/people/${member.id}?as=member`);
});

it('shows no achievement as missing before the earned ones are known', async () => {
  const counts = { totalProjects: 1, projectsMonthAgo: 0, activeCollaborations: 0, newCollaborations: 0 };
  const { reply, release } = held<ReturnType<typeof refusal>>({
    body: {
      success: true,
      data: { ...counts, totalMessages: 0, recentActivity: 0, achievements: ['project_posted'] },
    },
  });
  fakeServer({ 'GET /api/dashboard/stats': reply });
  show(<ProfilePage />, { as: member });
  screen.getByRole('heading', { name: 'Achievements' });
  expect(screen.queryByText('Create a project')).toBeNull();
  release();
  await screen.findByText('Created a project');
});

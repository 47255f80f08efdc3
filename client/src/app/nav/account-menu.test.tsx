import type { User } from '@sangam/shared/people/users';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useShortcuts } from '../../core/device/shortcuts';
import { useTheme } from '../../core/device/theme';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { member } from '../../testing/samples';
import { AccountMenu } from './AccountMenu';
import { MobileMenu } from './MobileMenu';

const moderator = { ...member, is_moderator: true as const };
const open = (as: User = member) => show(<AccountMenu onLeave={() => undefined} />, { as });
const address = () => screen.getByTestId('address').textContent;
const reports = (count: number) =>
  fakeServer({
    'GET /api/moderation/reports': () => ({
      body: { success: true, data: { reports: [], has_more: false, open: count } },
    }),
  });

it('links to the profile and the settings, lists the shortcuts and logs out', async () => {
  const user = open();
  screen.getByText(member.email);
  expect(screen.getAllByRole('menuitem').map((line) => line.textContent)).toEqual([
    'Profile',
    'Settings',
    'Keyboard shortcuts',
    'Log out',
  ]);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(address()).toBe('/settings');
  await user.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
  expect(useShortcuts.getState().listed).toBe(true);
});

it('shows moderators the number of open reports', async () => {
  const server = reports(12);
  open(moderator);
  await screen.findByRole('menuitem', { name: /^Moderation\s*\(12 open reports\)$/u });
  expect(screen.getByText('9+')).toBeDefined();
  expect(server.of('GET /api/moderation/reports')).toHaveLength(1);
});

it('changes the theme and stays open', async () => {
  document.documentElement.dataset.choice = 'dark';
  const user = open();
  const themes = screen.getByRole('group', { name: 'Appearance' });
  expect(themes.querySelector('[aria-checked=true]')?.textContent).toBe('Dark');
  const chosen = new Promise<string | null>((done) =>
    window.addEventListener('storage', ({ newValue }) => done(newValue), { once: true }),
  );
  await user.click(screen.getByRole('menuitemradio', { name: 'Light' }));
  expect(await chosen).toBe('light');
  act(() => useTheme.setState({ choice: 'light', isDark: false }));
  expect(themes.querySelector('[aria-checked=true]')?.textContent).toBe('Light');
});

it('a phone’s menu has exactly the links that the bottom bar lacks', async () => {
  reports(1);
  show(<MobileMenu id="menu" onClose={() => undefined} />, { as: moderator });
  await screen.findByRole('link', { name: /^Moderation\s*\(1 open report\)$/u });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/collaborators', '/analytics', '/profile', '/settings', '/moderation']);
  screen.getByLabelText('Appearance');
  for (const name of ['Create', 'Log out']) screen.getByRole('button', { name });
  await waitFor(() => expect(screen.getByText(member.email)).toBeDefined());
});

it('a press beside a phone’s menu closes it, and reaches nothing on the page below', async () => {
  const onClose = vi.fn();
  const user = show(<MobileMenu id="menu" onClose={onClose} />, { as: member });
  const shade = document.querySelector('#menu')?.previousElementSibling;
  if (!shade) throw new Error('no shade');
  await user.click(shade);
  expect(onClose.mock.calls).toEqual([['elsewhere']]);
});

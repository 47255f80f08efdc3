import type { DeviceSession } from '@sangam/shared/people/account';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSession } from '../../core/session/session';
import { CHANGE_ADDRESS } from '../../people/screens/account/ConfirmAddressBanner';
import { useAccount } from '../../people/state/own-account';
import { fakeServer, refusal } from '../../testing/fake-server';
import { leave, show } from '../../testing/render';
import { member } from '../../testing/samples';
import { SettingsPage } from './SettingsPage';

const [A, B, C] = [0, 1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [string, string, string];
const session = (id: string, change: Partial<DeviceSession> = {}): DeviceSession => ({
  id,
  device: 'Firefox on Windows',
  network: '203.0.113.7',
  is_this: false,
  signed_in_at: '2026-11-01T10:00:00.000Z',
  used_at: '2026-11-02T10:00:00.000Z',
  ...change,
});
const account = (change: object = {}) => ({
  body: {
    success: true,
    data: {
      email: 'asha@example.org',
      email_verified: true,
      new_email: null,
      has_password: true,
      providers: [],
      sessions: [session(A, { is_this: true, device: 'Chrome on Linux' }), session(B), session(C, { device: null })],
      ...change,
    },
  },
});
const ended = (count: number) => ({ body: { success: true, data: { ended: count } } });
const open = (path: string) =>
  show(<SettingsPage />, { as: member, path: `/settings/${path}`, route: '/settings/:section?' });
const lines = () => screen.getAllByRole('listitem').filter((line) => line.closest('nav') === null);
const rows = () => lines().map((row) => row.textContent);

it('lists the devices, and logs out one or all others', async () => {
  const { of } = fakeServer({
    'GET /api/account': () => account(),
    'DELETE /api/account/sessions/:sessionId': () => ended(1),
    'DELETE /api/account/sessions': () => ended(1),
  });
  const user = open('devices');
  await screen.findByText('Chrome on Linux');
  const [first] = lines();
  expect(first?.textContent).toContain('This device · 203.0.113.7');
  expect(within(first as HTMLElement).queryByRole('button')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Log out Firefox on Windows' }));
  await screen.findByText('Firefox on Windows is logged out');
  expect(of('DELETE /api/account/sessions/:sessionId')).toHaveLength(1);
  // The row stays, so that the next device's button doesn't move under the pointer.
  expect(lines()[1]?.textContent).toMatch(/^Firefox on Windows.*Logged out$/u);
  expect(rows()).toHaveLength(3);
  await leave(user);
  await waitFor(() => expect(rows()).toHaveLength(2), { timeout: 2_000 });

  await user.click(screen.getByRole('button', { name: 'Log out all others' }));
  await screen.findByText('Your other devices are logged out');
  await leave(user);
  await waitFor(() => expect(rows()).toHaveLength(1), { timeout: 2_000 });
  expect(screen.queryByRole('button', { name: 'Log out all others' })).toBeNull();
});

it('keeps a device that couldn’t be logged out, and shows the failure', async () => {
  fakeServer({
    'GET /api/account': () => account(),
    'DELETE /api/account/sessions/:sessionId': () => refusal(503, 'BUSY', ''),
  });
  const user = open('devices');
  await user.click(await screen.findByRole('button', { name: 'Log out Unknown device' }));
  await screen.findByText('Failed to log the device out. Wait a moment and try again.');
  expect(rows()).toHaveLength(3);
});

it('changes the password once the current one is correct', async () => {
  const wrong = [{ field: 'current_password', message: 'This isn’t your current password.' }];
  let tries = 0;
  const { of } = fakeServer({
    'GET /api/account': () => account(),
    'PUT /api/account/password': () => {
      tries += 1;
      if (tries > 1) return ended(2);
      return { status: 400, body: { success: false, code: 'INVALID', message: 'Invalid', errors: wrong } };
    },
  });
  const user = open('account');
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(screen.getAllByText('Please fill in all fields')).not.toHaveLength(0);
  expect(of('PUT /api/account/password')).toHaveLength(0);

  await user.type(screen.getByLabelText('Current password'), 'wrong-one');
  await user.type(screen.getByLabelText('New password'), 'Another-horse-8');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect((await screen.findAllByText('This isn’t your current password.')).length).toBeGreaterThan(0);
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'));

  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('Password changed. Your other devices are logged out.');
  expect(useAccount.getState().data?.sessions).toHaveLength(1);
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' }));
});

it('emails a link to a member who signs in only with a provider', async () => {
  const { of } = fakeServer({
    'GET /api/account': () => account({ has_password: false }),
    'POST /api/auth/forgot-password': () => ({ body: { success: true } }),
  });
  const user = open('account');
  await user.click(await screen.findByRole('button', { name: 'Email me a link to set one' }));
  await screen.findByText(`A link to set a password is on its way to ${member.email}`);
  expect(of('POST /api/auth/forgot-password')[0]?.body).toEqual({ email: member.email });
});

it('shows an unconfirmed address, and sends the link again', async () => {
  const { of } = fakeServer({
    'GET /api/account': () => account({ email_verified: false }),
    'POST /api/account/verification': () => ({
      body: { success: true, message: 'A link is on its way to your address.' },
    }),
  });
  const user = open('account');
  await screen.findByText(/Not confirmed yet/u);
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText('A link is on its way to your address.');
  expect(of('POST /api/account/verification')).toHaveLength(1);
});

it('emails a link to a new address, and cancels the change', async () => {
  const { of } = fakeServer({
    'GET /api/account': () => account(),
    'PUT /api/account/email': () => ({ body: { success: true, data: { new_email: 'new@example.org' } } }),
    'DELETE /api/account/email': () => ({ body: { success: true, data: { new_email: null } } }),
  });
  const user = open('account');
  await user.click(await screen.findByRole('button', { name: 'Change address' }));
  await user.type(screen.getByLabelText('New email address'), ' New@example.org ');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(of('PUT /api/account/email')).toHaveLength(0);
  await user.type(screen.getByLabelText('Current password'), 'Correct-horse-7');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await screen.findByText('new@example.org');
  expect(of('PUT /api/account/email')[0]?.body).toEqual({
    email: 'new@example.org',
    current_password: 'Correct-horse-7',
  });
  await user.click(screen.getByRole('button', { name: 'Cancel change' }));
  await waitFor(() => expect(screen.queryByText('new@example.org')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change address' }));
});

it('opens the form for another address from the banner’s link, and returns the focus after Cancel', async () => {
  fakeServer({ 'GET /api/account': () => account({ email_verified: false }) });
  const user = open(`account${CHANGE_ADDRESS}`);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New email address')));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change address' }));
});

it('deletes the account once the password is entered, and logs out here', async () => {
  const { of } = fakeServer({
    'GET /api/account': () => account(),
    'DELETE /api/account': () => ({ body: { success: true, data: { until: '2026-12-22T10:00:00.000Z' } } }),
  });
  const user = open('data');
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  await user.click(screen.getByRole('button', { name: 'Delete my account' }));
  expect(of('DELETE /api/account')).toHaveLength(0);
  await user.type(screen.getByLabelText('Current password'), 'Correct-horse-7');
  await user.click(screen.getByRole('button', { name: 'Delete my account' }));
  await screen.findByText('Your account will be deleted in 30 days. Sign in before then to restore it.');
  expect(of('DELETE /api/account')[0]?.body).toEqual({ current_password: 'Correct-horse-7' });
  expect(useSession.getState().status).toBe('signed-out');
});

const address = () => screen.getByTestId('address').textContent;

it.each([
  ['', '/settings/account'],
  ['unknown', '/settings/account'],
  ['?linked=google', '/settings/account'],
])('redirects the old address /settings%s to a section', async (path, section) => {
  fakeServer({ 'GET /api/account': () => account() });
  open(path);
  await screen.findByRole('heading', { level: 2, name: 'Account' });
  await waitFor(() => expect(address()).toBe(section));
});

it('opens each section at an address of its own, and moves the focus to its heading', async () => {
  fakeServer({ 'GET /api/account': () => account() });
  const user = open('account');
  expect(document.activeElement).toBe(document.body);
  for (const [title, path] of [
    ['Notifications', 'notifications'],
    ['Privacy', 'privacy'],
    ['Appearance', 'appearance'],
    ['Devices', 'devices'],
    ['Data', 'data'],
    ['Account', 'account'],
  ] as const) {
    await user.click(within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name: title }));
    expect(address()).toBe(`/settings/${path}`);
    expect(document.title).toBe(`${title} · Settings · Sangam`);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: title }));
  }
});

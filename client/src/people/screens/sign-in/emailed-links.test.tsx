import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { askedToWaitMs } from '../../../lib/asked-to-wait';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { deleteBrowserData } from '../../state/browser-data';
import { ConfirmAddressBanner } from '../account/ConfirmAddressBanner';
import { ForgotPasswordPage } from './ForgotPasswordPage';
import { ResetDone, ResetPasswordPage } from './ResetPasswordPage';
import { VerifyEmailPage } from './VerifyEmailPage';

/** The answer of a proxy in place of the server. */
const page = (status: number) => ({ status, page: status === 200 ? '' : '<h1>Bad gateway</h1>' });

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));
/** The failure above the form. */
const failure = async () => within(await screen.findByRole('alert'));

it('forgot password shows errors of the address, the network and the server', async () => {
  let reply: ReturnType<typeof refusal> = 'network';
  const { of } = fakeServer({ 'POST /api/auth/forgot-password': () => reply });
  const user = show(<ForgotPasswordPage />);
  await press(user, 'Send reset link');
  await screen.findByText('Email is required');
  await user.type(field('Email'), 'nobody');
  await press(user, 'Send reset link');
  await screen.findByText('Please enter a valid email address');
  await user.type(field('Email'), '@example.org');
  await press(user, 'Send reset link');
  (await failure()).getByText('Network error. Please try again.');
  reply = page(502);
  await press(user, 'Send reset link');
  await waitFor(async () => (await failure()).getByText('Failed to send reset email'));
  reply = { body: { success: true, message: '' } };
  await press(user, 'Send reset link');
  await screen.findByRole('heading', { name: 'Check your email' });
  const sent = of('POST /api/auth/forgot-password').length;
  await press(user, 'Send Another Email');
  await screen.findByText('Sent again. Only the newest link is valid.');
  expect(of('POST /api/auth/forgot-password').slice(sent)).toMatchObject([{ body: { email: 'nobody@example.org' } }]);
  reply = refusal(429, 'RATE_LIMITED', 'Too many requests. Wait a moment and try again.');
  await press(user, 'Send Another Email');
  await waitFor(async () => (await failure()).getByText(/^Too many requests/u));
  await press(user, 'Use another address');
  expect(field('Email').value).toBe('nobody@example.org');
});

const valid = { body: { success: true, message: '', user: { name: 'Asha' } } };

it.each([
  ['', 'Invalid reset link. Please request a new password reset.'],
  ['?token=used', 'Invalid or expired reset token'],
])('an invalid reset link “%s” shows the error, and leads to a new one', async (query, text) => {
  fakeServer({
    'POST /api/auth/verify-reset-token': () => refusal(400, 'INVALID_RESET_TOKEN', 'Invalid or expired reset token'),
  });
  show(<ResetPasswordPage />, { path: `/reset-password${query}` });
  await screen.findByText(text);
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
});

it('a reset link that cannot be verified shows the error, and can be verified again', async () => {
  let reply: ReturnType<typeof refusal> = 'network';
  fakeServer({ 'POST /api/auth/verify-reset-token': () => reply });
  const user = show(<ResetPasswordPage />, { path: '/reset-password?token=any' });
  (await failure()).getByText('Network error. Please try again.');
  reply = valid;
  await press(user, 'Retry');
  await screen.findByText('Hello Asha.');
});

it('a reset link is not verified again before the pause that the server asked for is over', async () => {
  const tooMany = refusal(429, 'RATE_LIMITED', 'Too many requests. Try again in 10 minutes.', {
    'Retry-After': '600',
  });
  fakeServer({ 'POST /api/auth/verify-reset-token': () => tooMany });
  show(<ResetPasswordPage />, { path: '/reset-password?token=any' });
  (await failure()).getByText('Too many requests. Try again in 10 minutes.');
  expect(askedToWaitMs()).toBeGreaterThan(0);
});

it('the reset form checks the new password, and shows errors of the server and the network', async () => {
  let reply: ReturnType<typeof refusal> = refusal(500, 'INTERNAL', '');
  const { of } = fakeServer({
    'POST /api/auth/verify-reset-token': () => valid,
    'POST /api/auth/reset-password': () => reply,
  });
  const user = show(<ResetPasswordPage />, { path: '/reset-password?token=any' });
  screen.getByText('Verifying your reset link');
  await screen.findByText('Hello Asha.');
  await press(user, 'Reset password');
  await screen.findByText('Please fill in all fields');
  await user.type(field('New password'), 'abcde');
  await user.type(field('Confirm new password'), 'abcde');
  await press(user, 'Reset password');
  await screen.findByText('Password must be at least 6 characters long');
  expect(document.activeElement).toBe(field('New password'));
  await user.type(field('New password'), 'f');
  await press(user, 'Reset password');
  await screen.findByText('Passwords do not match');
  await user.type(field('Confirm new password'), 'f');
  expect(of('POST /api/auth/reset-password')).toEqual([]);
  await press(user, 'Reset password');
  (await failure()).getByText('Failed to reset password');
  reply = page(502);
  await press(user, 'Reset password');
  await waitFor(async () => (await failure()).getByText('Failed to reset password'));
  reply = 'network';
  await press(user, 'Reset password');
  await waitFor(async () => (await failure()).getByText('Network error. Please try again.'));
});

it('a password reset leads to the login page after 3 seconds, not sooner', () => {
  vi.useFakeTimers();
  show(<ResetDone />, { path: '/reset-password', route: '/reset-password' });
  act(() => vi.advanceTimersByTime(2_999));
  screen.getByText('Your password has been changed. Redirecting to the sign-in page.');
  act(() => vi.advanceTimersByTime(1));
  screen.getByText('at /login?message=password-reset-success');
});

it('a new member’s link confirms the address only after a press, and shows errors', async () => {
  let reply: ReturnType<typeof refusal> = refusal(503, 'BUSY', 'Sangam is busy. Try again in a moment.');
  const { of } = fakeServer({ 'POST /api/auth/verify-email': () => reply });
  const user = show(<VerifyEmailPage />, { path: '/verify-email?token=any' });
  screen.getByText('Confirming shows that the address is yours.');
  expect(of('POST /api/auth/verify-email')).toEqual([]);
  await press(user, 'Confirm address');
  (await failure()).getByText('Sangam is busy. Try again in a moment.');
  reply = { body: { success: true } };
  await press(user, 'Confirm address');
  await screen.findByText('Your email address is confirmed.');
  expect(document.title).toBe('Address confirmed · Sangam');
  expect(of('POST /api/auth/verify-email').at(-1)?.body).toEqual({ token: 'any', proven_only: true });
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
});

it('a used link has no button, and says so if the member’s address is already confirmed', async () => {
  let isVerified = false;
  const account = { email: member.email, new_email: null, has_password: true, providers: [], sessions: [] };
  fakeServer({
    'POST /api/auth/verify-email': () =>
      refusal(400, 'INVALID_EMAIL_LINK', 'This link has expired, was already used or is incomplete.'),
    'GET /api/account': () => ({ body: { success: true, data: { ...account, email_verified: isVerified } } }),
  });
  const follow = async () => {
    const user = show(<VerifyEmailPage />, { as: member, path: '/verify-email?token=any' });
    await press(user, 'Confirm address');
    (await failure()).getByText('This link has expired, was already used or is incomplete.');
    expect(screen.queryByRole('button')).toBeNull();
    screen.getByRole('link', { name: 'Go to settings' });
  };
  await follow();
  expect(screen.queryByText(/is confirmed\.$/u)).toBeNull();
  cleanup();
  isVerified = true;
  await follow();
  await screen.findByText(`Your address ${member.email} is confirmed.`);
});

it('returns to the page on which the member was asked to confirm their address, if any', async () => {
  fakeServer({ 'POST /api/auth/verify-email': () => ({ body: { success: true } }) });
  const confirm = async (to: string) => {
    const user = show(<VerifyEmailPage />, { as: member, path: '/verify-email?token=any' });
    await press(user, 'Confirm address');
    const link = await screen.findByRole('link', { name: /^Go/u });
    expect(link.getAttribute('href')).toBe(to);
    cleanup();
  };
  show(<ConfirmAddressBanner />, { as: { ...member, must_verify_email: true }, path: '/projects/7?from=mail' });
  cleanup();
  show(<ConfirmAddressBanner />, { as: { ...member, must_verify_email: true }, path: '/settings/account' });
  cleanup();
  show(<ConfirmAddressBanner />, { as: { ...member, id: 99, must_verify_email: true }, path: '/projects/8' });
  cleanup();
  await confirm('/projects/7?from=mail');
  deleteBrowserData(member.id);
  await confirm('/dashboard');
});

it('the banner links to the form that corrects the address, except in the settings', () => {
  const banner = (path: string) => {
    show(<ConfirmAddressBanner />, { as: { ...member, must_verify_email: true }, path });
    const link = screen.queryByRole('link', { name: 'Change address' });
    cleanup();
    return link?.getAttribute('href');
  };
  expect(banner('/projects/7')).toBe('/settings/account#change-address');
  expect(banner('/settings/account')).toBeUndefined();
});

it('a reset shows only once, at its field, why the server refuses a password', async () => {
  const common = 'This password is one of the most common. Choose another one.';
  fakeServer({
    'POST /api/auth/verify-reset-token': () => ({ body: { success: true, user: { name: 'Asha' } } }),
    'POST /api/auth/password-check': () => ({ body: { success: true, data: { accepted: false, message: common } } }),
    'POST /api/auth/reset-password': () => ({
      status: 400,
      body: { success: false, code: 'INVALID', message: common, errors: [{ field: 'password', message: common }] },
    }),
  });
  const user = show(<ResetPasswordPage />, { path: '/reset-password?token=any' });
  await screen.findByText('Hello Asha.');
  await user.type(field('New password'), 'Password1!');
  await user.type(field('Confirm new password'), 'Password1!');
  await screen.findByText(common);
  await press(user, 'Reset password');
  await waitFor(() => expect(field('New password').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText(common)).toHaveLength(1);
});

const proof = { email: 'asha@example.org', has_password: true, brings_back: false };

it('a link opened in another browser asks for the password, and signs in', async () => {
  const { of } = fakeServer({
    'POST /api/auth/verify-email': ({ body }) => {
      const { password } = body;
      if (password === undefined) return { body: { success: true, data: { proof_needed: proof } } };
      if (password !== 'Correct-horse-7') return refusal(400, 'INVALID', 'This isn’t your current password.');
      return { body: { success: true, data: { signed_in: { token: 't', user: member } } } };
    },
  });
  const user = show(<VerifyEmailPage />, { path: '/verify-email?token=any' });
  await press(user, 'Confirm address');
  await screen.findByText('Enter the account’s password to confirm asha@example.org.');
  await user.type(field('Password'), 'Wrong-horse-7');
  await press(user, 'Confirm and sign in');
  await screen.findByText('This isn’t your current password.');
  await user.clear(field('Password'));
  await user.type(field('Password'), 'Correct-horse-7');
  await press(user, 'Confirm and sign in');
  await screen.findByText('Your email address is confirmed.');
  expect(of('POST /api/auth/verify-email').at(-1)?.body).toMatchObject({ token: 'any', password: 'Correct-horse-7' });
  screen.getByRole('link', { name: 'Go to your dashboard' });
});

it('a link that undoes a change of the address asks for a new password', async () => {
  const needed = { ...proof, has_password: false, brings_back: true };
  const { of } = fakeServer({
    'POST /api/auth/verify-email': ({ body }) => ({
      body: { success: true, data: body.new_password ? {} : { proof_needed: needed } },
    }),
  });
  const user = show(<VerifyEmailPage />, { path: '/verify-email?token=any&undo' });
  await press(user, 'Undo address change');
  await screen.findByText('Your account gets its address asha@example.org back. Every device will be logged out.');
  await user.type(field('New password'), 'Another-horse-8');
  await user.type(field('Confirm new password'), 'Another-horse-8');
  await press(user, 'Undo address change');
  await screen.findByText('Your account has its address back, with your new password.');
  screen.getByRole('heading', { name: 'Address change undone' });
  expect(of('POST /api/auth/verify-email').at(-1)?.body).toMatchObject({ new_password: 'Another-horse-8' });
});

it('the page behind an undo link offers no link to the settings', async () => {
  fakeServer({ 'POST /api/auth/verify-email': () => refusal(400, 'INVALID_EMAIL_LINK', 'This link is invalid.') });
  const user = show(<VerifyEmailPage />, { path: '/verify-email?token=any&undo' });
  await press(user, 'Undo address change');
  await screen.findByText('This link is invalid.');
  expect(screen.queryByRole('link', { name: 'Go to settings' })).toBeNull();
});

it('a link without a token has no button', () => {
  fakeServer({});
  show(<VerifyEmailPage />, { path: '/verify-email' });
  screen.getByText('This link is incomplete. Copy the whole link and open it again.');
  expect(screen.queryByRole('button')).toBeNull();
});

it('the banner names the new address once a change was requested, even after a reload', async () => {
  const account = { email: member.email, email_verified: false, new_email: 'new@example.org', has_password: true };
  fakeServer({ 'GET /api/account': () => ({ body: { success: true, data: account } }) });
  show(<ConfirmAddressBanner />, { as: { ...member, must_verify_email: true }, path: '/projects/7' });
  await screen.findByText('new@example.org');
  expect(screen.queryByText(member.email)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});

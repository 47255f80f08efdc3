import { act, cleanup, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useSite } from '../../../core/site/site';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { OauthButtons } from './OauthButtons';
import { OauthSuccessPage } from './OauthSuccessPage';

/** Sessions of a new member, and of one who was active before. */
const session = { body: { success: true, token: 't', user: member, message: '' } };
const seenSession = { body: { ...session.body, user: { ...member, last_active: member.created_at } } };

it.each([
  ['?error=access_denied', '/login?error=oauth_failed', 'You didn’t grant access.'],
  ['?error=<b>x', '/login?error=oauth_failed', 'You weren’t signed in.'],
  ['', '/login?error=no_token', 'Google or GitHub didn’t confirm your sign-in.'],
])('/oauth-success%s shows a failure, and leads to the login page after 2 seconds', (query, to, reason) => {
  vi.useFakeTimers();
  show(<OauthSuccessPage />, { path: `/oauth-success${query}`, route: '/oauth-success' });
  screen.getByRole('heading', { name: 'Authentication Failed' });
  screen.getByText(`${reason} Redirecting to the sign-in page.`);
  act(() => vi.advanceTimersByTime(1_999));
  screen.getByRole('heading', { name: 'Authentication Failed' });
  act(() => vi.advanceTimersByTime(1));
  screen.getByText(`at ${to}`);
});

it.each([
  ['a page', '/projects/7?intent=join', '/projects/7?intent=join'],
  ['another host', '/dashboard', '//evil.example'],
])('a social sign-in that began on the way to %s leads to %s', async (_, to, next) => {
  fakeServer({ 'POST /api/auth/oauth/exchange': () => seenSession });
  useSite.setState({ status: 'ready', data: { sign_in: ['google'], terms_version: 'x' } });
  const user = show(<OauthButtons />, { path: `/login?${new URLSearchParams({ next })}` });
  screen.getByRole('link', { name: 'Google' }).addEventListener('click', (event) => event.preventDefault());
  await user.click(screen.getByRole('link', { name: 'Google' }));
  cleanup();
  show(<OauthSuccessPage />, { path: '/oauth-success?token=code', route: '/oauth-success' });
  await screen.findByText(`at ${to}`);
  // The stored path is used once: the next social sign-in in this tab starts without it.
  expect(sessionStorage).toHaveLength(0);
});

it('ignores a stored path that leads to another site', async () => {
  fakeServer({ 'POST /api/auth/oauth/exchange': () => seenSession });
  sessionStorage.setItem('oauth-next', '/.//evil.example');
  show(<OauthSuccessPage />, { path: '/oauth-success?token=code', route: '/oauth-success' });
  await screen.findByText('at /dashboard');
});

it('a first social sign-in leads to college and skills first', async () => {
  fakeServer({ 'POST /api/auth/oauth/exchange': () => session });
  sessionStorage.setItem('oauth-next', '/messages');
  show(<OauthSuccessPage />, { path: '/oauth-success?token=code', route: '/oauth-success' });
  await screen.findByText('at /welcome?next=%2Fmessages');
});

it('a failed social sign-in keeps the page asked for', () => {
  vi.useFakeTimers();
  sessionStorage.setItem('oauth-next', '/messages');
  show(<OauthSuccessPage />, { path: '/oauth-success?error=expired', route: '/oauth-success' });
  act(() => vi.advanceTimersByTime(2_000));
  screen.getByText('at /login?error=oauth_failed&next=%2Fmessages');
});

it('offers to restore an account that is about to be deleted, and not as an error', async () => {
  const aboutToBeDeleted = {
    status: 403,
    body: { success: false, code: 'ACCOUNT_DELETED', message: '', until: '2026-12-22T10:00:00.000Z' },
  };
  const { of } = fakeServer({
    'POST /api/auth/oauth/exchange': ({ body }) => (body.come_back ? seenSession : aboutToBeDeleted),
  });
  const user = show(<OauthSuccessPage />, { path: '/oauth-success?token=code', route: '/oauth-success' });
  await screen.findByRole('heading', { name: 'Restore your account?' });
  const notice = await screen.findByText(/You asked for this account to be deleted/u);
  expect(notice.textContent).toMatch(/You can restore it until 22\sDec, /u);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Restore account' }));
  await screen.findByText('at /dashboard');
  expect(of('POST /api/auth/oauth/exchange').at(-1)?.body).toEqual({ code: 'code', come_back: true });
});

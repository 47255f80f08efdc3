import { dayMs, minuteMs } from '@sangam/shared/core/limits';
import { act, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { LoginForm } from '../../../people/screens/sign-in/LoginPage';
import { forgetSuspension } from '../../../people/state/suspended-account';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { SuspendedPage } from './SuspendedPage';

beforeEach(forgetSuspension);

const suspended = {
  status: 403,
  body: { success: false, code: 'SUSPENDED', message: 'Suspended', own_data_token: 'own-data.x' },
};
const suspension = {
  until: '2126-01-08T10:00:00.000Z',
  reason: 'harassment',
  words: 'Please read the rules.',
  contact: 'help@sangam.test',
  email: 'asha@example.org',
  has_password: true,
};
const data = (value: unknown) => ({ body: { success: true, data: value } });
const pages = (
  <Routes>
    <Route path="/login" element={<LoginForm />} />
    <Route path="/suspended" element={<SuspendedPage />} />
  </Routes>
);
async function signIn(user: UserEvent) {
  await user.type(screen.getByLabelText('Email'), 'asha@example.org');
  await user.type(screen.getByLabelText('Password'), 'Correct-horse-7');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: 'Your account is suspended' });
}

it('shows the reason, the end and the operator after the sign-in, and downloads the member’s data with its own token', async () => {
  const { of } = fakeServer({
    'POST /api/auth/login': () => suspended,
    'GET /api/account/suspension': () => data(suspension),
  });
  const user = show(pages, { path: '/login' });
  await signIn(user);
  for (const text of ['Harassment or bullying', 'Please read the rules.']) await screen.findByText(text);
  expect(screen.getByText(/8 Jan/u).tagName).toBe('TIME');
  expect(screen.getByRole('link', { name: 'help@sangam.test' }).getAttribute('href')).toBe('mailto:help@sangam.test');
  expect(of('GET /api/account/suspension').map(({ token }) => token)).toEqual(['Bearer own-data.x']);
  await screen.findByRole('button', { name: 'Download data' });
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(screen.getByTestId('address').textContent).toBe('/login');
});

it('deletes the account after the password, and shows the deadline for coming back', async () => {
  const { of } = fakeServer({
    'POST /api/auth/login': () => suspended,
    'GET /api/account/suspension': () => data({ ...suspension, until: null, words: '', contact: null }),
    'DELETE /api/account': () => data({ until: '2026-02-01T10:00:00.000Z' }),
  });
  const user = show(pages, { path: '/login' });
  await signIn(user);
  await screen.findByText('No end date');
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const form = within(screen.getByRole('form', { name: 'Delete account' }));
  await user.type(form.getByLabelText('Current password'), 'Correct-horse-7');
  await user.click(form.getByRole('button', { name: 'Delete my account' }));
  await screen.findByRole('heading', { name: 'Your account will be deleted' });
  expect(screen.getByText(/1 Feb/u).tagName).toBe('TIME');
  expect(of('DELETE /api/account').map(({ body }) => body)).toEqual([{ current_password: 'Correct-horse-7' }]);
});

it('asks to sign in again once the hour is over', async () => {
  fakeServer({
    'POST /api/auth/login': () => suspended,
    'GET /api/account/suspension': () => refusal(401, 'UNAUTHORIZED', 'Sign in to continue.'),
  });
  const user = show(pages, { path: '/login' });
  await user.type(screen.getByLabelText('Email'), 'asha@example.org');
  await user.type(screen.getByLabelText('Password'), 'Correct-horse-7');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await user.click(await screen.findByRole('link', { name: 'Sign in' }));
  expect(screen.getByTestId('address').textContent).toBe('/login');
});

it('says that the suspension has ended once its end has passed on the open page', async () => {
  const until = new Date(Date.now() + dayMs).toISOString();
  fakeServer({
    'POST /api/auth/login': () => suspended,
    'GET /api/account/suspension': () => data({ ...suspension, until }),
  });
  const user = show(pages, { path: '/login?next=%2Fprojects%2F7' });
  await signIn(user);
  await screen.findByText('Harassment or bullying');
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(until) + minuteMs);
  onTestFinished(() => void vi.restoreAllMocks());
  act(() => void window.dispatchEvent(new Event('focus')));
  screen.getByText('Your suspension has ended. Sign in to continue.');
  expect(screen.queryByText('Harassment or bullying')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  // The sign-in then leads to the page that the member asked for.
  expect(screen.getByTestId('address').textContent).toBe('/login?next=%2Fprojects%2F7');
});

it('leads to the sign-in without a token', async () => {
  vi.stubGlobal('fetch', () => expect.unreachable());
  show(pages, { path: '/suspended' });
  expect(screen.getByTestId('address').textContent).toBe('/login');
});

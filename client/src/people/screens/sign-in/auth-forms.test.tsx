import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type Location, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { usePublicStats } from '../../../core/site/public-stats';
import { idle } from '../../../core/store/loadable';
import { withNext } from '../../../lib/links/next-path';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { ForgotPasswordPage } from './ForgotPasswordPage';
import { LoginForm, LoginPage } from './LoginPage';
import { SignupForm, SignupPage } from './SignupPage';

/** The answer of a proxy in place of the server. */
const page = (status: number) => ({ status, page: status === 200 ? '' : '<h1>Bad gateway</h1>' });

const session = { body: { success: true, token: 't', user: member, message: '' } };
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));
/** The failure above the form. */
const failure = async () => within(await screen.findByRole('alert'));
const toasts = async (text: string) =>
  (await screen.findAllByRole('status')).filter((each) => each.textContent === text);

async function fillLogin(user: UserEvent, email = 'asha@example.org', password = 'Correct-horse-7') {
  await user.type(field('Email'), email);
  await user.type(field('Password'), password);
}
async function fillSignup(user: UserEvent, password = 'Correct-horse-7', confirm = password) {
  await user.type(field('Full name'), 'Asha Verma');
  await user.type(field('Email'), 'asha@example.org');
  await user.type(field('Password'), password);
  await user.type(field('Confirm password'), confirm);
  await user.click(screen.getByRole('checkbox'));
}

it.each([
  [
    'joining',
    '/projects/7?intent=join&role=3',
    ['Then you can send your join request.', 'Please log in to join projects'],
  ],
  ['interest', '/projects/7?intent=interest', ['Then you can show your interest.', 'Please login to show interest']],
  ['an unknown action', '/projects/7?intent=constructor', []],
])('sign-up and login say where they lead after %s', (_, path, words) => {
  fakeServer({});
  show(<SignupPage />, { path: withNext('/signup', path) });
  show(<LoginPage />, { path: withNext('/login', path) });
  const leads = screen.queryAllByText(/^(Then you can|Please log)/u);
  expect(leads.map(({ textContent }) => textContent)).toEqual(words);
});

it('login requires both fields, and an email address', async () => {
  const { calls } = fakeServer({});
  const user = show(<LoginForm />);
  await press(user, 'Sign in');
  await screen.findByText('Please fill in all fields');
  expect(document.activeElement).toBe(field('Email'));
  await fillLogin(user, 'nobody', 'x');
  await press(user, 'Sign in');
  await screen.findByText('Please enter a valid email address');
  expect(calls).toEqual([]);
});

it.each([
  ['without a network', 'network' as const, 'Something went wrong. Please try again.'],
  ['with an answer that says nothing', refusal(500, 'INTERNAL', ''), 'Login failed'],
  ['with a proxy’s page', page(502), 'Login failed'],
  ['with an empty success', page(200), 'Login failed'],
  ['with a wrong password', refusal(401, 'BAD_CREDENTIALS', 'Invalid email or password'), 'Invalid email or password'],
])('login %s shows the failure above the form and in a toast, and keeps the fields', async (_, reply, text) => {
  fakeServer({ 'POST /api/auth/login': () => reply });
  const user = show(<LoginForm />);
  await fillLogin(user);
  await press(user, 'Sign in');
  (await failure()).getByText(text);
  expect(await toasts(text)).toHaveLength(1);
  expect([field('Email').value, field('Password').value]).toEqual(['asha@example.org', 'Correct-horse-7']);
});

it('login sends once, trimmed, while the button is busy, and confirms its success', async () => {
  const { reply, release } = held(session);
  const { of } = fakeServer({ 'POST /api/auth/login': reply });
  const user = show(<LoginForm />);
  await fillLogin(user, ' asha@example.org ', ' Correct-horse-7 ');
  await user.click(screen.getByLabelText('Remember me'));
  await press(user, 'Sign in');
  expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).toBe('true');
  await press(user, 'Sign in');
  await user.type(field('Password'), '{Enter}');
  release();
  await screen.findByText('Login successful!');
  expect(of('POST /api/auth/login').map(({ body }) => body)).toEqual([
    { email: 'asha@example.org', password: 'Correct-horse-7', remember: true },
  ]);
});

it.each([
  ['?message=password-reset-success', 'Password reset successfully! You can now sign in with your new password.'],
  ['?error=oauth_failed', 'Social sign-in failed. Try again.'],
  ['?error=no_token', 'Google or GitHub didn’t confirm your sign-in. Try again.'],
  ['?message=session-ended', 'Your session has ended. Sign in to continue where you were.'],
])('the login page at %s shows “%s”', async (query, text) => {
  fakeServer({ 'GET /api/dashboard/public-stats': () => 'network' });
  show(<LoginPage />, { path: `/login${query}` });
  await screen.findByText(text);
});

it('the failure of a social sign-in disappears when the member signs in with a password', async () => {
  fakeServer({
    'GET /api/dashboard/public-stats': () => 'network',
    'POST /api/auth/login': () => refusal(401, 'BAD_CREDENTIALS', 'Invalid email or password'),
  });
  const user = show(<LoginPage />, { path: '/login?error=oauth_failed&next=%2Fmessages' });
  (await failure()).getByText('Social sign-in failed. Try again.');
  await fillLogin(user, 'a@b', 'x');
  await press(user, 'Sign in');
  await waitFor(async () => (await failure()).getByText('Invalid email or password'));
  expect(screen.queryByText('Social sign-in failed. Try again.')).toBeNull();
  expect(screen.getByTestId('address').textContent).toBe('/login?next=%2Fmessages');
});

it('the login page shows nothing for an unknown error', async () => {
  fakeServer({ 'GET /api/dashboard/public-stats': () => 'network' });
  show(<LoginPage />, { path: '/login?error=<b>x' });
  await waitFor(() => expect(screen.queryByText('Sangam in numbers')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  [{ activeUsers: 0, totalProjects: 0, uptime: 99.5 }, []],
  [{ activeUsers: 3, totalProjects: 0, uptime: 99.5, uptime_measured: false }, []],
  [{ activeUsers: 3, totalProjects: 7, uptime: 99.5, uptime_measured: false }, ['3+', '7+']],
  [{ activeUsers: 3, totalProjects: 7, uptime: 99.98, uptime_measured: true }, ['3+', '7+', '99.98%']],
])('the login page leaves out figures that are zero, not measured or alone: %j', async (counts, shown) => {
  const data = { totalUsers: 0, listedProjects: 0, ...counts };
  const { of } = fakeServer({ 'GET /api/dashboard/public-stats': () => ({ body: { success: true, data } }) });
  usePublicStats.setState(idle());
  show(<LoginPage />, { path: '/login' });
  await waitFor(() => expect(of('GET /api/dashboard/public-stats')).toHaveLength(1));
  await waitFor(() => {
    const figures = [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent);
    expect(figures).toEqual(shown);
  });
});

it('sign-up shows each error at its field, and the strength of the password', async () => {
  const { calls } = fakeServer({});
  const user = show(<SignupForm />);
  await press(user, 'Create account');
  await screen.findByText('Please fill in all fields');
  expect(document.activeElement).toBe(field('Full name'));
  for (const label of ['Full name', 'Email', 'Password', 'Confirm password']) {
    const text = screen.getByText(`${label} is required`);
    expect(field(label).getAttribute('aria-describedby')).toContain(text.id);
  }
  await user.type(field('Email'), 'asha@example.org');
  expect(screen.queryByText('Email is required')).toBeNull();
  screen.getByText('Please fill in all fields');
  await user.clear(field('Email'));
  await fillSignup(user, 'abc', 'abd');
  screen.getByText('Weak');
  await press(user, 'Create account');
  await screen.findByText('Passwords do not match');
  await user.clear(field('Confirm password'));
  await user.type(field('Confirm password'), 'abc');
  await press(user, 'Create account');
  await screen.findByText('Please choose a stronger password');
  for (const [typed, word] of [
    ['abcdefgH', 'Fair'],
    ['abcdefgH1', 'Good'],
    ['abcdefgH1!', 'Strong'],
  ] as const) {
    await user.clear(field('Password'));
    await user.type(field('Password'), typed);
    screen.getByText(word);
  }
  expect(calls).toEqual([]);
});

it('sign-up offers to correct a mistyped domain, once the address is typed', async () => {
  fakeServer({});
  const user = show(<SignupForm />);
  await user.type(field('Email'), 'asha@gmail.co');
  expect(screen.queryByRole('button', { name: /Did you mean/u })).toBeNull();
  await user.tab();
  screen.getByRole('button', { name: 'Did you mean gmail.com?' });
  await user.clear(field('Email'));
  await user.type(field('Email'), 'asha@gmial.com');
  await press(user, 'Did you mean gmail.com?');
  expect(field('Email').value).toBe('asha@gmail.com');
  expect(document.activeElement).toBe(field('Email'));
  expect(screen.queryByRole('button', { name: /Did you mean/u })).toBeNull();
});

it('sign-up shows a taken address at its field, which gets the focus', async () => {
  fakeServer({
    'POST /api/auth/signup': () => refusal(409, 'EMAIL_TAKEN', 'An account with this email already exists'),
  });
  const user = show(<SignupForm />);
  await fillSignup(user);
  await press(user, 'Create account');
  await waitFor(() => expect(document.activeElement).toBe(field('Email')));
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  const described = field('Email').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described.split(' ').at(-1) ?? '')?.textContent).toBe(
    'An account with this email already exists',
  );
});

it.each([
  ['without a network', 'network' as const],
  ['with a proxy’s page', page(502)],
])('sign-up that fails %s keeps the form, and sends once for two clicks', async (_, outcome) => {
  const { reply, release } = held(outcome);
  const { of } = fakeServer({ 'POST /api/auth/signup': reply });
  const user = show(<SignupForm />);
  await fillSignup(user);
  await user.dblClick(screen.getByRole('button', { name: 'Create account' }));
  release();
  (await failure()).getByText('Signup failed');
  expect(of('POST /api/auth/signup')).toHaveLength(1);
  expect(field('Full name').value).toBe('Asha Verma');
});

it('the account pages pass the requested page on to each other', async () => {
  fakeServer({ 'GET /api/dashboard/public-stats': () => 'network' });
  show(<LoginPage />, { path: '/login?next=%2Fmessages' });
  const links = ['Create an account', 'Forgot password?'].map((name) => screen.getByRole('link', { name }));
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/signup?next=%2Fmessages',
    '/forgot-password?next=%2Fmessages',
  ]);
});

it('a forgotten password keeps the email that was typed at the login', async () => {
  fakeServer({ 'GET /api/dashboard/public-stats': () => 'network' });
  const pages = ({ pathname }: Location) => (pathname === '/login' ? <LoginPage /> : <ForgotPasswordPage />);
  const Pages = () => pages(useLocation());
  const user = show(<Pages />, { path: '/login' });
  await user.type(screen.getByLabelText('Email'), 'asha@example.org');
  await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  screen.getByRole('heading', { name: 'Forgot your password?' });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.org');
});

it('sign-up shows before submitting that the server refuses a password', async () => {
  const { of } = fakeServer({
    'POST /api/auth/password-check': ({ body }) => {
      const accepted = body.password === 'Correct-horse-7';
      return { body: { success: true, data: accepted ? { accepted } : { accepted, message: 'Too common.' } } };
    },
  });
  const user = show(<SignupForm />);
  await user.type(field('Password'), 'Welcome@123');
  await screen.findByText('Too common.');
  await user.clear(field('Password'));
  await waitFor(() => expect(screen.queryByText('Too common.')).toBeNull());
  await user.type(field('Password'), 'Correct-horse-7');
  await waitFor(() =>
    expect(of('POST /api/auth/password-check').at(-1)?.body).toEqual({ password: 'Correct-horse-7' }),
  );
  expect(screen.queryByText('Too common.')).toBeNull();
  expect(of('POST /api/auth/signup')).toEqual([]);
});

const aboutToBeDeleted = {
  status: 403,
  body: { success: false, code: 'ACCOUNT_DELETED', message: '', until: '2026-12-22T10:00:00.000Z' },
};

it('offers a member who deleted the account to restore it, with the last day, and not as an error', async () => {
  const { of } = fakeServer({
    'POST /api/auth/login': ({ body }) => (body.come_back ? session : aboutToBeDeleted),
  });
  const user = show(<LoginForm />);
  await user.type(field('Email'), 'asha@example.org');
  await user.type(field('Password'), 'Correct-horse-7');
  await press(user, 'Sign in');
  const notice = await screen.findByText(/You asked for this account to be deleted/u);
  expect(notice.closest('[role]')?.getAttribute('role')).toBe('status');
  expect(notice.textContent).toMatch(/You can restore it until 22\sDec, /u);
  expect(notice.querySelector('time')?.dateTime).toBe('2026-12-22T10:00:00.000Z');
  // Neither an error nor a toast repeats the offer.
  expect(screen.queryAllByRole('alert')).toHaveLength(0);
  await press(user, 'Restore account');
  expect(of('POST /api/auth/login').map(({ body }) => body.come_back)).toEqual([undefined, true]);
  await screen.findByText('Welcome back! Your account won’t be deleted.');
});

it.each(['Email', 'Password'])('withdraws the offer to restore an account when the %s changes', async (label) => {
  fakeServer({ 'POST /api/auth/login': () => aboutToBeDeleted });
  const user = show(<LoginForm />);
  await user.type(field('Email'), 'asha@example.org');
  await user.type(field('Password'), 'Correct-horse-7');
  await press(user, 'Sign in');
  await screen.findByText(/You asked for this account to be deleted/u);
  await user.type(field(label), 'x');
  expect(screen.queryByText(/You asked for this account to be deleted/u)).toBeNull();
  screen.getByRole('button', { name: 'Sign in' });
});

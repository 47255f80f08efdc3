import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter, Outlet, parsePath, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SessionEnd, useSession } from '../core/session/session';
import { lazyPart } from '../lib/loading/lazy-part';
import { member } from '../testing/samples';
import { GuestsOnly, MembersOnly, useSessionEnd } from './guards';

let go: ReturnType<typeof useNavigate>;

function Frame() {
  useSessionEnd();
  go = useNavigate();
  const { pathname, search, state } = useLocation();
  return (
    <>
      <p>{`${pathname}${search}`}</p>
      <p data-testid="state">{JSON.stringify(state)}</p>
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}

const load = vi.fn(async () => ({ Page: () => 'member' }));
const Page = lazyPart(load, 'Page');

const open = (path: string, state: unknown = null) =>
  render(
    <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
      <Routes>
        <Route element={<Frame />}>
          <Route element={<GuestsOnly begin={() => undefined} />}>
            <Route path="/login" element="login" />
            <Route path="/forgot-password" element="forgot" />
            <Route path="/reset-password" element="reset" />
          </Route>
          <Route path="/dashboard" element={<MembersOnly page={Page} />} />
          <Route path="/messages/:userId?" element={<MembersOnly page={Page} />} />
          <Route path="/projects" element="public" />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
const signIn = () => act(() => useSession.setState({ status: 'signed-in', user: member, end: null }));
const endSession = (end: SessionEnd) => act(() => useSession.setState({ status: 'signed-out', user: null, end }));
const at = (address: string) => screen.getByText(address);

beforeEach(() => useSession.setState({ status: 'signed-out', user: null, end: null }));
afterEach(cleanup);

it('loads a page for members while their session is checked, and never for visitors', async () => {
  load.mockClear();
  open('/dashboard');
  expect(load).not.toHaveBeenCalled();
  act(() => useSession.setState({ status: 'loading' }));
  cleanup();
  open('/dashboard');
  expect(load).toHaveBeenCalledOnce();
  expect(screen.queryByText('member')).toBeNull();
  signIn();
  await screen.findByText('member');
});

it('takes a visitor through the login page to where they were going', () => {
  open('/messages/7?from=mail');
  at('/login?next=%2Fmessages%2F7%3Ffrom%3Dmail');
  signIn();
  at('/messages/7?from=mail');
});

it.each(['/reset-password?token=any', '/forgot-password?mailed'])(
  'a member can open %s from an email, even if it ends the session',
  (path) => {
    useSession.setState({ status: 'signed-in', user: member, end: null });
    open(path);
    at(path);
    screen.getByText(/^(reset|forgot)$/u);
    endSession('refused');
    at(path);
  },
);

it.each(['/reset-password', '/reset-password?token=', '/forgot-password'])(
  'a member who opens %s goes to the dashboard',
  (path) => {
    useSession.setState({ status: 'signed-in', user: member, end: null });
    open(path);
    at('/dashboard');
  },
);

it('the login address does not name the dashboard', () => {
  open('/dashboard');
  at('/login');
  signIn();
  at('/dashboard');
});

it.each(['refused', 'elsewhere', 'stale'] as const)(
  'reports that the session ended (%s), and returns to the same conversation',
  (end) => {
    useSession.setState({ status: 'signed-in', user: member, end: null });
    open('/messages/7', { aboveList: true });
    endSession(end);
    at('/login?message=session-ended&next=%2Fmessages%2F7');
    signIn();
    at('/messages/7');
    expect(screen.getByTestId('state').textContent).toBe('{"aboveList":true}');
  },
);

it('a session that the server ends leads away from a public page, too, but only once', () => {
  useSession.setState({ status: 'signed-in', user: member, end: null });
  open('/projects?search=art');
  endSession('refused');
  at('/login?message=session-ended&next=%2Fprojects%3Fsearch%3Dart');
  act(() => go('/projects'));
  at('/projects');
});

it.each(['elsewhere', 'stale', 'logout'] as const)(
  'a session that ended otherwise (%s) leaves a public page alone',
  (end) => {
    useSession.setState({ status: 'signed-in', user: member, end: null });
    open('/projects');
    endSession(end);
    at('/projects');
    act(() => go('/messages'));
    at('/login?next=%2Fmessages');
  },
);

it('a logout leaves no way back', () => {
  useSession.setState({ status: 'signed-in', user: member, end: null });
  open('/messages');
  endSession('logout');
  at('/login');
  act(() => go('/messages'));
  at('/login?next=%2Fmessages');
});

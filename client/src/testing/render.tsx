import type { User } from '@sangam/shared/people/users';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import toast from 'react-hot-toast';
import { createPath, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, vi } from 'vitest';
import { useSession } from '../core/session/session';
import { resetStores } from '../core/store/reset';
import { forgetAskedToWait } from '../lib/asked-to-wait';
import { ToastHost } from '../ui/overlay/ToastHost';

// All other tests run beside these.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  toast.remove();
  resetStores();
  forgetAskedToWait();
  useSession.setState({ status: 'signed-out', user: null, isCached: false, end: null });
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Options {
  /** Who is signed in; a visitor when left out. */
  as?: User;
  path?: string;
  /** The route that `element` stands at, where it reads parameters. */
  route?: string;
}

/** Renders a component as a page shows it: with a router, the toasts and a session. Everything is undone after the test. */
export function show(element: ReactElement, { as, path = '/', route = '*' }: Options = {}): UserEvent {
  if (as) useSession.setState({ status: 'signed-in', user: as, end: null });
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path={route} element={element} />
        {route !== '*' && <Route path="*" element={<Elsewhere />} />}
      </Routes>
      <ToastHost />
      <Address />
    </MemoryRouter>,
  );
  return userEvent.setup({ delay: null });
}

/** Where a navigation led. */
function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

/** What stands in the browser's address bar. */
function Address() {
  return <p data-testid="address">{createPath(useLocation())}</p>;
}

/** An answer that waits: `release` lets it come. */
export function held<T>(answer: T): { reply: () => Promise<T>; release: () => void } {
  let resolve = () => {};
  const released = new Promise<void>((done) => {
    resolve = done;
  });
  return { reply: () => released.then(() => answer), release: () => resolve() };
}

import type { User } from '@sangam/shared/people/users';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import toast from 'react-hot-toast/headless';
import { createPath, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, expect, vi } from 'vitest';
import { useSession } from '../core/session/session';
import { resetStores } from '../core/store/reset';
import { forgetAskedToWait } from '../lib/asked-to-wait';
import { ToastHost } from '../ui/overlay/ToastHost';

// Generous, since other tests run at the same time.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  toast.remove();
  resetStores();
  forgetAskedToWait();
  useSession.setState({ status: 'signed-out', user: null, isCached: false, isUnanswered: false, end: null });
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Options {
  /** The signed-in member; a visitor if absent. */
  as?: User;
  path?: string;
  /** The routes of `element`, if it reads parameters. */
  route?: string | readonly string[];
}

/** Renders a component like a page, with a router, toasts and a session. Everything is undone after the test. */
export function show(element: ReactElement, { as, path = '/', route = '*' }: Options = {}): UserEvent {
  if (as) useSession.setState({ status: 'signed-in', user: as, end: null });
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        {[route].flat().map((path) => (
          <Route key={path} path={path} element={element} />
        ))}
        {route !== '*' && <Route path="*" element={<Elsewhere />} />}
      </Routes>
      <ToastHost />
      <Address />
    </MemoryRouter>,
  );
  return userEvent.setup({ delay: null });
}

/** Waits until everything being loaded or fetched is on screen. A test that nothing appears proves nothing before that. */
export const settled = (): Promise<void> =>
  act(async () => {
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setTimeout(resolve));
  });

/** Waits for a dialog that accepts presses, which it does one step after it has appeared. */
export async function findDialog(name?: string): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog', name === undefined ? {} : { name });
  await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'));
  return dialog;
}

/** Shows where a navigation led. */
function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

/** Shows the address in the browser's address bar. */
function Address() {
  return <p data-testid="address">{createPath(useLocation())}</p>;
}

/** Moves the pointer and the focus away from everything. */
export async function leave(user: UserEvent): Promise<void> {
  act(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await user.hover(document.body);
}

/** A text as queries see it: with spaces where a line may not break. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

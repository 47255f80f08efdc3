import { screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from '../lib/loading/lazy-part';
import { show } from '../testing/render';
import { ErrorBoundary } from './page-fallbacks';

const reload = vi.fn();
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response()),
  );
});
afterEach(() => {
  delete document.documentElement.dataset.version;
  vi.restoreAllMocks();
  reload.mockReset();
});

/** Shows a part whose code the server no longer has. */
const showGone = () => {
  const Gone = lazyPart(() => Promise.reject<{ Gone: () => null }>(new TypeError('404')), 'Gone');
  show(
    <ErrorBoundary resetKey="" fallback="failed">
      <Suspense fallback="loading">
        <Gone />
      </Suspense>
    </ErrorBoundary>,
  );
};

it('reloads the page when its code is gone from the server, once for each version', async () => {
  document.documentElement.dataset.version = 'one';
  showGone();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.queryByText('failed')).toBeNull();
  showGone();
  await screen.findByText('failed');
  expect(reload).toHaveBeenCalledOnce();
  document.documentElement.dataset.version = 'two';
  showGone();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});

it('loads a part once, together with the facts it waits for', async () => {
  const load = vi.fn(async () => ({ Part: () => 'here' }));
  const Part = lazyPart(load, 'Part');
  Part.preload();
  show(
    <Suspense fallback="loading">
      <Part />
    </Suspense>,
  );
  await screen.findByText('here');
  expect(load).toHaveBeenCalledOnce();
});

it('does not reload if the browser cannot store that it did', async () => {
  document.documentElement.dataset.version = 'one';
  vi.stubGlobal('sessionStorage', undefined);
  showGone();
  await screen.findByText('failed');
  expect(reload).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

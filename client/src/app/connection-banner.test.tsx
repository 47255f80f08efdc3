import { act, cleanup, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { enqueue, openOutbox } from '../chat/state/outbox/outbox';
import { noteRefreshed, setConnection, setEventsPaused } from '../core/realtime/connection-status';
import { useSession } from '../core/session/session';
import { show } from '../testing/render';
import { KEY, ME, member } from '../testing/samples';
import { BarLane, TitleLane } from '../ui/page/status-lane';
import { ConnectionBanner } from './connection-banner';
import { useNewVersion } from './updates';

const page = (
  <>
    <BarLane />
    <ConnectionBanner />
  </>
);
const RECONNECTING = 'Reconnecting. Messages will be sent later.';
const POLLING = 'Updating every 30 seconds.';

it('ignores a short interruption, and says during a longer one how fresh the page is', () => {
  vi.useFakeTimers();
  show(page, { as: member, path: '/messages' });
  act(() => setConnection('online'));
  act(() => setConnection('away'));
  act(() => vi.advanceTimersByTime(999));
  expect(screen.queryByText(RECONNECTING)).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  screen.getByText(RECONNECTING);
  act(() => noteRefreshed(true));
  screen.getByText(POLLING);
  act(() => noteRefreshed(false));
  screen.getByText(RECONNECTING);
  act(() => noteRefreshed(true));
  screen.getByText(POLLING);
  act(() => setConnection('online'));
  expect(screen.queryByText(POLLING)).toBeNull();
});

it('is announced, in a region that a screen reader already knows', () => {
  vi.useFakeTimers();
  show(page, { as: member, path: '/messages' });
  const places = screen.getAllByRole('status');
  act(() => setConnection('away'));
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.getAllByRole('status')).toEqual(places);
  expect(places).toContain(screen.getByText(RECONNECTING).closest('[role=status]'));
});

it('says that live updates are paused while the server gets no events from other servers', () => {
  vi.useFakeTimers();
  show(page, { as: member, path: '/messages' });
  act(() => setConnection('online'));
  act(() => setEventsPaused(true));
  act(() => vi.advanceTimersByTime(999));
  expect(screen.queryByText(POLLING)).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  screen.getByText(POLLING);
  act(() => setEventsPaused(false));
  expect(screen.queryByText(POLLING)).toBeNull();
});

it('says that the browser is offline before the socket has noticed', () => {
  vi.useFakeTimers();
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  show(page, { as: member, path: '/settings/account' });
  act(() => setConnection('online'));
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  act(() => vi.advanceTimersByTime(1_000));
  screen.getByText('Offline. This page may be out of date.');
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(/offline/u)).toBeNull();
  onLine.mockRestore();
});

it('gives the first connection ten seconds', () => {
  vi.useFakeTimers();
  show(page, { as: member, path: '/messages' });
  act(() => setConnection('connecting'));
  act(() => vi.advanceTimersByTime(9_999));
  expect(screen.queryByText(RECONNECTING)).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  screen.getByText(RECONNECTING);
});

it('offers to reload an outdated page', () => {
  show(page, { as: member, path: '/messages' });
  act(() => setConnection('outdated'));
  screen.getByText('Sangam has been updated.');
  screen.getByRole('button', { name: 'Reload page' });
});

it('shows nothing to a visitor', () => {
  show(page);
  act(() => setConnection('outdated'));
  expect(screen.queryByRole('status', { name: /updated/u })).toBeNull();
  expect(screen.queryByText(/updated/u)).toBeNull();
});

it('offers a new version unless it has a connection problem to report', () => {
  vi.useFakeTimers();
  useNewVersion.setState({ isReady: true });
  show(page, { as: member, path: '/messages' });
  act(() => setConnection('online'));
  screen.getByText('A new version is ready.');
  screen.getByRole('button', { name: 'Reload page' });
  act(() => setConnection('away'));
  act(() => vi.advanceTimersByTime(1_000));
  screen.getByText(RECONNECTING);
  expect(screen.queryByText('A new version is ready.')).toBeNull();
  useNewVersion.setState({ isReady: false });
});

it('says at once that a page shows cached data, until it is refreshed', () => {
  vi.useFakeTimers();
  show(page, { as: member, path: '/messages' });
  act(() => useSession.setState({ isUnanswered: true }));
  screen.getByText('Reconnecting. Showing what was last loaded.');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => window.dispatchEvent(new Event('offline')));
  screen.getByText('Offline. Showing what was last loaded.');
  vi.restoreAllMocks();
  act(() => window.dispatchEvent(new Event('online')));
  act(() => noteRefreshed(true));
  expect(screen.queryByText(/last loaded/u)).toBeNull();
  act(() => useSession.setState({ isUnanswered: false }));
});

it('mentions messages only on the messages page, or while some are unsent', () => {
  vi.useFakeTimers();
  show(page, { as: member, path: '/work' });
  act(() => setConnection('online'));
  act(() => setConnection('away'));
  act(() => vi.advanceTimersByTime(1_000));
  screen.getByText('Reconnecting. This page may be out of date.');
  openOutbox(ME);
  act(() => void enqueue(KEY, 'Hello'));
  screen.getByText(RECONNECTING);
});

it('is in the bar, and on a phone below the title of a conversation', () => {
  document.documentElement.dataset.rem = '20 22 26 40 48';
  const conversation = (
    <>
      {page}
      <h2>
        <TitleLane />
      </h2>
    </>
  );
  show(conversation, { as: member, path: '/messages' });
  act(() => useNewVersion.setState({ isReady: true }));
  act(() => setConnection('outdated'));
  expect(screen.getByText(/updated/u).closest('h2')).toBeNull();
  cleanup();
  document.documentElement.dataset.rem = '20 22';
  show(conversation, { as: member, path: '/messages' });
  expect(screen.getByText(/updated/u).closest('h2')).not.toBeNull();
  delete document.documentElement.dataset.rem;
  useNewVersion.setState({ isReady: false });
});

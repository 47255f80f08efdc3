import { act, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TimeAgo } from './TimeAgo';

it.each([
  ['the tab becomes visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the computer wakes with the tab in front', () => window.dispatchEvent(new Event('focus'))],
  ['the page comes out of the back/forward cache', () => window.dispatchEvent(new Event('pageshow'))],
])('a time is right as soon as %s, before its timer has run', (_, wake) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { unmount } = render(<TimeAgo time="2026-11-29T11:58:00Z" />);
  onTestFinished(unmount);
  const before = screen.getByRole('time').textContent;
  vi.setSystemTime(Date.parse('2026-11-29T13:58:00Z'));
  expect(screen.getByRole('time').textContent).toBe(before);
  act(() => void wake());
  expect([before, screen.getByRole('time').textContent]).toEqual(['2 minutes ago', '2 hours ago']);
});

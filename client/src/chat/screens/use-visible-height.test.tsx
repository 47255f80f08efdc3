import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useVisibleHeight } from './VisibleHeight';

class FakeViewport extends EventTarget {
  height = window.innerHeight;
  scale = 1;
  become(heightPx: number, scale = 1): void {
    Object.assign(this, { height: heightPx, scale });
    this.dispatchEvent(new Event('resize'));
  }
}
const shown = () => document.documentElement.style.getPropertyValue('--visible-h');
let viewport: FakeViewport;
let scrolled: ReturnType<typeof vi.fn>;

beforeEach(() => {
  viewport = new FakeViewport();
  scrolled = vi.fn();
  vi.stubGlobal('visualViewport', viewport);
  vi.stubGlobal('scrollTo', scrolled);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a keyboard over the page shrinks it to the visible height until it closes', () => {
  renderHook(useVisibleHeight);
  expect(shown()).toBe('');
  viewport.become(window.innerHeight - 300);
  expect(shown()).toBe(`${window.innerHeight - 300}px`);
  expect(scrolled).toHaveBeenCalledWith(0, 0);
  viewport.become(window.innerHeight);
  expect(shown()).toBe('');
});

it('zooming in changes nothing, nor does a page that scrolls as a whole', () => {
  const { unmount } = renderHook(useVisibleHeight);
  viewport.become(window.innerHeight / 2, 2);
  expect(shown()).toBe('');
  viewport.become(window.innerHeight - 300);
  unmount();
  expect(shown()).toBe('');
  expect(scrolled).toHaveBeenCalledTimes(1);
});

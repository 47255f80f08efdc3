import { act, fireEvent, screen } from '@testing-library/react';
import { Bell } from 'lucide-react';
import { beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../testing/render';
import { IconButton } from '../../button/IconButton';
import { Tooltips } from './Tooltips';

beforeEach(() => {
  vi.useFakeTimers();
  // happy-dom has no layout, so nothing is under the pointer.
  document.elementFromPoint = () => null;
});

const shown = (): string | null => {
  const tip = document.querySelector<HTMLElement>('[role=tooltip]');
  return tip === null || tip.hidden ? null : tip.textContent;
};
const open = async () => {
  show(
    <>
      <IconButton icon={Bell} label="Notifications: 3 unread" count={3} />
      <IconButton icon={Bell} label="New messages" />
      <button type="button">
        <Bell aria-hidden />
        Create
      </button>
      <button type="button" aria-label="React with a heart">
        ❤️
      </button>
      <Tooltips />
    </>,
  );
  // The first event loads the code.
  fireEvent.pointerOver(document.body);
  await import('./follow-tooltips');
  await act(async () => {});
};
const button = (name: string) => screen.getByRole('button', { name });
const hover = (element: Element, pointerType = 'mouse') =>
  act(() => void element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType })));
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const focus = (element: HTMLElement) => {
  const matches = vi.spyOn(element, 'matches').mockImplementation((selector) => selector === ':focus-visible');
  act(() => element.focus());
  matches.mockRestore();
};

it('works in Safari before 17.4, which lacks AbortSignal.any', async () => {
  vi.stubGlobal(
    'AbortSignal',
    class extends AbortSignal {
      static override any = undefined as never;
    },
  );
  await open();
  hover(button('New messages'));
  wait(400);
  expect(shown()).toBe('New messages');
});

it('names an icon button under a resting pointer, and the next at once', async () => {
  await open();
  hover(button('Notifications: 3 unread'));
  expect(shown()).toBeNull();
  wait(500);
  expect(shown()).toBe('Notifications: 3 unread');
  hover(button('New messages'));
  wait(0);
  expect(shown()).toBe('New messages');
  hover(document.body);
  wait(200);
  expect(shown()).toBeNull();
});

it('stays while the pointer is on it', async () => {
  await open();
  hover(button('New messages'));
  wait(500);
  hover(document.body);
  hover(document.querySelector('[role=tooltip]') as Element);
  wait(1_000);
  expect(shown()).toBe('New messages');
});

it('names symbols, but no button that shows text', async () => {
  await open();
  hover(button('Create'));
  wait(500);
  expect(shown()).toBeNull();
  hover(button('React with a heart'));
  wait(500);
  expect(shown()).toBe('React with a heart');
});

it('names the button that the keyboard has focused, until Escape', async () => {
  await open();
  focus(button('New messages'));
  expect(shown()).toBe('New messages');
  fireEvent.keyDown(button('New messages'), { key: 'Escape' });
  expect(shown()).toBeNull();
});

it('shows nothing on a phone where a control takes the place of the pressed one, which the browser reports as a mouse', async () => {
  await open();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: none)' }));
  hover(button('New messages'), 'mouse');
  wait(1_000);
  expect(shown()).toBeNull();
});

it('shows nothing on touch, after a press, or on a button whose menu is open', async () => {
  await open();
  hover(button('New messages'), 'touch');
  focus(button('New messages'));
  wait(500);
  expect(shown()).toBeNull();
  hover(button('Notifications: 3 unread'));
  wait(500);
  act(() => void button('Notifications: 3 unread').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
  wait(500);
  expect(shown()).toBeNull();
  button('New messages').setAttribute('aria-expanded', 'true');
  hover(button('New messages'));
  wait(500);
  expect(shown()).toBeNull();
});

import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropSecondPresses } from './second-press';

const pressed = vi.fn<(name: string) => void>();

/** A document of its own, since listeners stay. */
function create(): Document {
  const page = document.implementation.createHTMLDocument();
  dropSecondPresses(page);
  page.body.innerHTML =
    '<button>Accept</button><a href="#x">Project</a><label>Tick <input type="checkbox"></label><p>Text</p>';
  for (const element of page.querySelectorAll('button, a, input, p'))
    element.addEventListener('click', () => pressed(element.textContent || 'box'));
  return page;
}

let page: Document;
beforeEach(() => {
  pressed.mockClear();
  page = create();
});

function press(selector: string, { at, x = 10, detail = 1 }: { at: number; x?: number; detail?: number }): void {
  const target = page.querySelector(selector) as Element;
  const down = new MouseEvent('pointerdown', { bubbles: true, clientX: x, clientY: 5 });
  Object.defineProperty(down, 'timeStamp', { value: at });
  target.dispatchEvent(down);
  fireEvent(target, new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: 5, detail }));
}
const names = () => pressed.mock.calls.map(([name]) => name);

it.each([
  ['a link that came below the pointer', ['button', 'a'], 250, 10, ['Accept']],
  ['a button that came below the pointer', ['a', 'button'], 60, 12, ['Project']],
])('drops the second press of a double click on %s', (_, [first, second], delay, x, expected) => {
  press(first as string, { at: 1_000 });
  press(second as string, { at: 1_000 + delay, x });
  expect(names()).toEqual(expected);
});

it.each([
  ['on the same control', 'button', 'button', 60, 10],
  ['somewhere else', 'button', 'a', 60, 80],
  ['a moment later', 'button', 'a', 600, 10],
  ['after a press on text', 'p', 'a', 60, 10],
])('lets a second press through %s', (_, first, second, delay, x) => {
  press(first, { at: 1_000 });
  press(second, { at: 1_000 + delay, x });
  expect(names()).toHaveLength(2);
});

it('lets a keyboard press, and the press that a label passes on', () => {
  press('button', { at: 1_000 });
  press('a', { at: 1_060, detail: 0 });
  press('label', { at: 3_000 });
  expect(names()).toEqual(['Accept', 'Project', 'box']);
});

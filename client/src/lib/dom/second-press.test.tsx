import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropSecondPresses } from './second-press';

const pressed = vi.fn<(name: string) => void>();

/** A separate document, since listeners stay. */
function create(): Document {
  const page = document.implementation.createHTMLDocument();
  dropSecondPresses(page);
  page.body.innerHTML =
    '<button>Accept</button><a href="#x">Project</a><label>Tick <input type="checkbox"></label><p>Text</p>' +
    '<form><input name="first"><input name="second"></form>' +
    '<button id="filters" aria-expanded="false">Filters</button>' +
    '<button id="reaction" aria-pressed="false">React</button><button id="mute" data-toggles>Mute</button>' +
    '<div role="dialog"><div role="menu"><a role="menuitem" href="#y">Edit</a></div></div>';
  for (const element of page.querySelectorAll('button, a, input, p'))
    element.addEventListener('click', () => pressed(element.textContent || 'box'));
  return page;
}

let page: Document;
beforeEach(() => {
  pressed.mockClear();
  page = create();
});

/** Presses an element. Returns false if the press was prevented, so that it neither moves the focus nor selects text. */
function press(selector: string, { at, x = 10, detail = 1 }: { at: number; x?: number; detail?: number }): boolean {
  const target = page.querySelector(selector) as Element;
  const down = new MouseEvent('pointerdown', { bubbles: true, clientX: x, clientY: 5 });
  Object.defineProperty(down, 'timeStamp', { value: at });
  target.dispatchEvent(down);
  const mouse = { bubbles: true, cancelable: true, clientX: x, clientY: 5, detail };
  const mayFocus = detail === 0 || fireEvent(target, new MouseEvent('mousedown', mouse));
  fireEvent(target, new MouseEvent('click', mouse));
  return mayFocus;
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

it.each(['input[name=second]', 'p', 'form'])('leaves the focus where the first press put it: %s', (selector) => {
  expect(press('button', { at: 1_000 })).toBe(true);
  for (const at of [1_060, 1_250, 1_600]) expect(press(selector, { at })).toBe(false);
  expect(press(selector, { at: 2_200 })).toBe(true);
});

it('opens a panel by two presses, and closes it by a later one', () => {
  for (const at of [1_000, 1_120, 2_000]) press('#filters', { at });
  expect(names()).toEqual(['Filters', 'Filters']);
});

it.each(['#reaction', '#mute'])('sets a state by a double click, and takes it back by a click: %s', (selector) => {
  press(selector, { at: 1_000 });
  press(selector, { at: 1_120, detail: 2 });
  expect(names()).toHaveLength(1);
  press(selector, { at: 1_480 });
  expect(names()).toHaveLength(2);
  expect([3_000, 3_120, 4_000].map((at) => type(selector, { at }))).toEqual([true, false, true]);
  expect(type(selector, { at: 4_900, repeat: true })).toBe(false);
});

it('lets a panel open again at once after Escape', () => {
  press('#filters', { at: 1_000 });
  type('#filters', { at: 1_050, key: 'Escape' });
  press('#filters', { at: 1_100 });
  expect(names()).toEqual(['Filters', 'Filters']);
});

function type(selector: string, { at, key = 'Enter', repeat = false }: { at: number; key?: string; repeat?: boolean }) {
  const down = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key, repeat });
  Object.defineProperty(down, 'timeStamp', { value: at });
  return fireEvent(page.querySelector(selector) as Element, down);
}

it.each(['Enter', ' '])('drops the second press of %j in a field that the first one opened', (key) => {
  expect(type('button', { at: 1_000, key })).toBe(true);
  expect(type('input[name=first]', { at: 1_060, key })).toBe(false);
  expect(type('input[name=first]', { at: 1_250, key })).toBe(false);
  expect(type('input[name=first]', { at: 1_600, key })).toBe(true);
});

it.each(['Enter', ' '])('chooses a menu’s first line by the second press of %j, but not by a held one', (key) => {
  type('button', { at: 1_000, key });
  expect(type('[role=menuitem]', { at: 1_060, key, repeat: true })).toBe(false);
  expect(type('[role=menuitem]', { at: 1_120, key })).toBe(true);
});

it('drops a held Enter once another element has the focus, and no Enter after typing', () => {
  type('button', { at: 1_000 });
  expect(type('a', { at: 1_500, repeat: true })).toBe(false);
  expect(type('button', { at: 1_530, repeat: true })).toBe(true);
  type('button', { at: 3_000 });
  type('input[name=first]', { at: 3_040, key: 'a' });
  expect(type('input[name=first]', { at: 3_080 })).toBe(true);
});

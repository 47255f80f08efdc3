import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { focusPressed } from './focus-pressed';

/** Builds a page whose presses move the focus to the container instead of the control, as in Safari. */
function create(): void {
  document.body.innerHTML =
    '<main tabindex="-1"><button id="open"><svg></svg></button><a id="link" href="#x">Link</a><input type="checkbox" id="box">' +
    '<p>Text</p></main><input id="field">';
  const main = document.querySelector('main');
  if (main === null) return;
  // Applied to the container, since listeners of the page would stay.
  focusPressed(main);
  main.focus();
}
const press = (selector: string, detail = 1) => {
  const target = document.querySelector(selector);
  if (target !== null) fireEvent.click(target, { detail });
};
const focused = () => document.activeElement?.id || document.activeElement?.localName;

it.each([
  ['a button by its icon', 'svg', 'open'],
  ['a link', '#link', 'link'],
  ['a checkbox', '#box', 'box'],
])('focuses %s', (_, pressed, expected) => {
  create();
  press(pressed);
  expect(focused()).toBe(expected);
});

it('focuses the button before the handler of its press runs, so that a dialog can return the focus there', () => {
  create();
  let opener: Element | null = null;
  document.querySelector('#open')?.addEventListener('click', () => {
    opener = document.activeElement;
  });
  press('#open');
  expect(opener).toBe(document.querySelector('#open'));
});

it('leaves the focus in a field that a press may not take it from', () => {
  create();
  document.querySelector<HTMLElement>('#field')?.focus();
  press('#open');
  expect(focused()).toBe('field');
});

it.each([
  ['text', 'p', 1],
  ['a button pressed by code', '#open', 0],
])('does not focus %s', (_, pressed, detail) => {
  create();
  press(pressed, detail);
  expect(focused()).toBe('main');
});

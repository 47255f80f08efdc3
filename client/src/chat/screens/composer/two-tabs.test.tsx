import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../testing/render';
import { KEY, ME, member } from '../../../testing/samples';
import { Composer } from './Composer';

const key = `draft:${ME}:${KEY}`;
/** Fires the event that this tab gets when another tab stores or removes a draft. */
function inOtherTab(text: string | null): void {
  const oldValue = localStorage.getItem(key);
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: text })));
}

it('a draft that is open in two tabs leaves both fields when it is sent in one', () => {
  show(<Composer conversation={KEY} name="Bina" />, { as: member });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(field, { target: { value: 'Hello' } });
  inOtherTab('Hello Bina');
  expect(field.value).toBe('Hello Bina');
  inOtherTab(null);
  expect(field.value).toBe('');
});

it('a text that only one tab has stays in its field when another one sends its own', () => {
  show(<Composer conversation={KEY} name="Bina" />, { as: member });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(field, { target: { value: 'Hello' } });
  localStorage.setItem(key, 'Something else');
  inOtherTab(null);
  expect(field.value).toBe('Hello');
});

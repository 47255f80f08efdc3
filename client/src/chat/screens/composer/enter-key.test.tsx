import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { KEY, ME, member } from '../../../testing/samples';
import { openOutbox, useOutbox } from '../../state/outbox/outbox';
import { Composer } from './Composer';

const onTouch = (isTouch: boolean) =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ matches: query === '(pointer: coarse)' && isTouch }) as MediaQueryList);
window.matchMedia ??= () => ({ matches: false }) as MediaQueryList;

const sent = () => useOutbox.getState().items.map(({ content }) => content);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Other' });
const begin = () => {
  const user = show(<Composer conversation={KEY} name="Other" />, { as: member });
  openOutbox(ME);
  return user;
};
beforeEach(() => fakeServer({ 'POST /api/messages': () => 'network' }));

it('adds a line with a touch keyboard’s Enter, and sends with the button', async () => {
  onTouch(true);
  const user = begin();
  expect(field().getAttribute('enterkeyhint')).toBe('enter');
  expect(document.activeElement).not.toBe(field());
  await user.type(field(), 'Milk{Enter}bread');
  expect([field().value, sent()]).toEqual(['Milk\nbread', []]);
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(sent()).toEqual(['Milk\nbread']);
});

it('sends with Enter on a desktop, and with Ctrl Enter on a tablet’s keyboard', async () => {
  const touch = onTouch(false);
  const user = begin();
  expect(field().getAttribute('enterkeyhint')).toBe('send');
  expect(document.activeElement).toBe(field());
  await user.type(field(), 'Milk{Shift>}{Enter}{/Shift}bread{Enter}');
  expect(sent()).toEqual(['Milk\nbread']);
  touch.mockRestore();
  onTouch(true);
  await user.type(field(), 'Eggs{Control>}{Enter}{/Control}');
  expect(sent()).toEqual(['Milk\nbread', 'Eggs']);
});

import { emptyWeek, QUARTERS_OF_DAY, quartersBetween, withQuarters } from '@sangam/shared/people/hours/week';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ready } from '../../../core/store/loadable';
import { resetStores } from '../../../core/store/reset';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { settled, show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { useHours } from '../../state/hours/hours';
import { HoursForm } from './HoursForm';

const cell = (name: string) => screen.getByRole('gridcell', { name });
const isFree = (name: string) => cell(name).getAttribute('aria-selected') === 'true';
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const saved = { hours: emptyWeek, zone: 'Asia/Kathmandu' };
beforeEach(() => useHours.setState(ready({ hours: saved, version: 1 })));

// Restored afterwards: other tests share this document.
const { elementFromPoint } = document;
const { setPointerCapture } = Element.prototype;
afterEach(async () => {
  // Unmounting saves pending changes, which must happen while the fake server still answers.
  cleanup();
  await new Promise((resolve) => setTimeout(resolve));
  document.elementFromPoint = elementFromPoint;
  Element.prototype.setPointerCapture = setPointerCapture;
});

it('marks the times of all days that a drag crosses, and clears them by one that begins on a free time', () => {
  fakeServer({});
  show(<HoursForm saved={saved} />, { as: member });
  const drag = (from: string, to: string) => {
    // happy-dom has no layout, so the test names the element under the pointer.
    document.elementFromPoint = () => cell(to);
    fireEvent.pointerDown(cell(from), { button: 0, pointerId: 1 });
    fireEvent.pointerMove(cell(from), { pointerId: 1 });
    fireEvent.pointerUp(cell(from), { pointerId: 1 });
  };
  Element.prototype.setPointerCapture = () => undefined;
  drag('Tuesday, 9:00 am', 'Monday, 9:45 am');
  expect([isFree('Monday, 9:00 am'), isFree('Tuesday, 9:45 am'), isFree('Wednesday, 9:00 am')]).toEqual([
    true,
    true,
    false,
  ]);
  screen.getByText('2 h a week');
  drag('Monday, 9:30 am', 'Monday, 9:45 am');
  screen.getByText('1 h 30 min a week');
  expect(screen.getByText('9:00 am to 9:30 am').previousElementSibling?.textContent).toBe('Monday');
});

it('is used with the keyboard alone, and saved as it changes', async () => {
  let reply: () => ReturnType<typeof refusal> | { body: object } = () => refusal(503, 'BUSY', '');
  const { of } = fakeServer({ 'PUT /api/hours': () => reply() });
  const user = show(<HoursForm saved={saved} />, { as: member });
  screen.getByText('Saved');
  cell('Monday, 12:00 pm').focus();
  await user.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}');
  expect(document.activeElement).toBe(cell('Monday, 12:45 pm'));
  screen.getByText('1 h a week');
  await user.keyboard('{ArrowRight}{Enter}');
  expect(isFree('Tuesday, 12:45 pm')).toBe(true);
  await screen.findByText('Failed to save your free hours. Wait a moment and try again.');
  screen.getByText('1 h 15 min a week');
  await screen.findByText('Not saved');
  reply = () => ({ body: { success: true, data: { hours: saved } } });
  await user.click(button('Retry'));
  await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull());
  const hours = withQuarters(withQuarters(emptyWeek, quartersBetween(48, 51)), [QUARTERS_OF_DAY + 51]);
  expect(of('PUT /api/hours').at(-1)?.body).toEqual({ hours, zone: 'Asia/Kathmandu' });
});

it('adds a time, copies a day to others, and clears all', async () => {
  fakeServer({});
  const user = show(<HoursForm saved={saved} />, { as: member });
  const group = within(screen.getByRole('group', { name: 'Add a time' }));
  await user.selectOptions(group.getByLabelText('From'), '10:00 pm');
  await waitFor(() => expect(group.getByLabelText<HTMLSelectElement>('To').value).toBe('92'));
  await user.click(group.getByRole('button', { name: 'Add' }));
  screen.getByText('1 h a week');
  await user.click(button('Copy Monday to weekdays'));
  screen.getByText('5 h a week');
  await user.click(button('Copy Monday to every day'));
  screen.getByText('7 h a week');
  await user.click(button('Clear all'));
  screen.getByText('No free hours yet');
  await user.click(button('Undo clear'));
  screen.getByText('7 h a week');
});

it('saves a change at once when the member leaves the form', async () => {
  const { of } = fakeServer({ 'PUT /api/hours': () => ({ body: { success: true, data: { hours: saved } } }) });
  const user = show(<HoursForm saved={saved} />, { as: member });
  await user.click(within(screen.getByRole('group', { name: 'Add a time' })).getByRole('button', { name: 'Add' }));
  cleanup();
  await waitFor(() => expect(of('PUT /api/hours')).toHaveLength(1));
});

it('saves nothing to the account of a member who signs in while another one’s form is open', async () => {
  const { of } = fakeServer({ 'PUT /api/hours': () => ({ body: { success: true, data: { hours: saved } } }) });
  const user = show(<HoursForm saved={saved} />, { as: member });
  await user.click(within(screen.getByRole('group', { name: 'Add a time' })).getByRole('button', { name: 'Add' }));
  // As when another tab signs in: the token changes before the form unmounts.
  act(resetStores);
  cleanup();
  await settled();
  expect(of('PUT /api/hours')).toEqual([]);
});

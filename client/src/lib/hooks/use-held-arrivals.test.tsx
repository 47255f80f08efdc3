import { act, fireEvent, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../testing/render';
import { ShowNew } from '../../ui/page/ShowNew';
import { useHeldArrivals } from './use-held-arrivals';
import { useStillRows } from './use-still-rows';

type Items = readonly { id: number }[];
let set: (items: Items) => void;

function Rows({ first }: { first: Items }) {
  const [items, setItems] = useState(first);
  set = setItems;
  const list = useRef<HTMLUListElement>(null);
  const calm = useHeldArrivals(items, list);
  const rows = useStillRows(calm.shown ?? [], list);
  return (
    <section aria-label="Rows">
      <h2>Rows</h2>
      <ShowNew waiting={calm.waiting} words={['row', 'rows']} />
      <ul ref={list}>
        {rows.map(({ item, isGone }) => (
          <li key={item.id}>{`${item.id}${isGone ? ' gone' : ''}`}</li>
        ))}
      </ul>
    </section>
  );
}
const of = (...ids: number[]): Items => ids.map((id) => ({ id }));
const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const change = (...ids: number[]) => act(() => set(of(...ids)));

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** Moves the pointer, as a reader does who is about to press. */
const move = () => fireEvent.pointerMove(document.body);
const rest = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  rest(10_000);
});

it('shows a new row at once to a reader at rest', () => {
  show(<Rows first={of(5, 4)} />);
  change(6, 5, 4);
  expect(rows()).toEqual(['6', '5', '4']);
});

it('holds a new row back until the reader asks for it, and appends an older one at the end', () => {
  show(<Rows first={of(5, 4)} />);
  move();
  change(6, 5, 4);
  change(7, 6, 5, 4, 3);
  expect(rows()).toEqual(['5', '4', '3']);
  press('2 new rows · Show');
  expect(rows()).toEqual(['7', '6', '5', '4', '3']);
  expect(screen.queryByRole('button')).toBeNull();
});

it('moves the focus from the button, which disappears, to the heading', async () => {
  show(<Rows first={of(5, 4)} />);
  move();
  change(6, 5, 4);
  screen.getByRole('button').focus();
  press('1 new row · Show');
  await act(async () => undefined);
  expect(document.activeElement?.textContent).toBe('Rows');
});

it('shows a held row once the reader rests, but not while the pointer is in the list', () => {
  show(<Rows first={of(5, 4)} />);
  fireEvent.pointerOver(screen.getByText('5'));
  move();
  change(6, 5, 4);
  rest(10_000);
  expect(rows()).toEqual(['5', '4']);
  fireEvent.pointerOver(document.body);
  rest(2_000);
  expect(rows()).toEqual(['6', '5', '4']);
});

it('holds back the first row of an empty list, and drops it if it is gone again', () => {
  show(<Rows first={of()} />);
  move();
  change(6);
  expect(rows()).toEqual([]);
  screen.getByRole('button', { name: '1 new row · Show' });
  change();
  expect(screen.queryByRole('button')).toBeNull();
});

it('a row that left stays until the reader rests', () => {
  show(<Rows first={of(5, 4)} />);
  move();
  change(5);
  expect(rows()).toEqual(['5', '4 gone']);
  rest(2_000);
  expect(rows()).toEqual(['5']);
});

const touch = (element: Element) => fireEvent.pointerDown(element, { pointerType: 'touch' });

it('a row that left stays while the pointer is on its way from the list to what is below', () => {
  show(<Rows first={of(5, 4)} />);
  fireEvent.pointerOver(screen.getByText('5'));
  move();
  change(5);
  rest(10_000);
  expect(rows()).toEqual(['5', '4 gone']);
  fireEvent.pointerOver(document.body);
  for (let moves = 0; moves < 8; moves += 1) {
    move();
    rest(500);
    expect(rows()).toEqual(['5', '4 gone']);
  }
  rest(2_000);
  expect(rows()).toEqual(['5']);
});

it('a row that left stays longer after a touch elsewhere, since a finger above the screen can’t be detected', () => {
  show(<Rows first={of(5, 4)} />);
  touch(screen.getByText('5'));
  change(5);
  rest(10_000);
  touch(document.body);
  rest(3_000);
  expect(rows()).toEqual(['5', '4 gone']);
  rest(3_000);
  expect(rows()).toEqual(['5']);
});

it('asking for new rows also drops those that have left the list', () => {
  show(<Rows first={of(5, 4)} />);
  move();
  change(6, 5);
  expect(rows()).toEqual(['5', '4 gone']);
  press('1 new row · Show');
  expect(rows()).toEqual(['6', '5']);
});

it('a hidden tab shows everything', () => {
  show(<Rows first={of(5)} />);
  move();
  change(6, 5);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(rows()).toEqual(['6', '5']);
  change(7, 6);
  expect(rows()).toEqual(['7', '6']);
  hidden.mockRestore();
});

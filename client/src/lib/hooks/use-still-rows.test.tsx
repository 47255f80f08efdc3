import { fireEvent, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../testing/render';
import { useStillRows } from './use-still-rows';

const all = [{ id: 1 }, { id: 2 }, { id: 3 }];

function Rows() {
  const list = useRef<HTMLUListElement>(null);
  const [items, setItems] = useState(all);
  const rows = useStillRows(items, list);
  return (
    <>
      <ul ref={list}>
        {rows.map(({ item, isGone }) => (
          <li key={item.id}>
            {item.id}
            {isGone && ' gone'}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => setItems(all.filter(({ id }) => id !== 2))}>
        Remove
      </button>
    </>
  );
}

// Alone in its file: once the reader is followed, they are followed in all tests.
it('keeps a row that leaves below the pointer, also where no row has changed before', () => {
  show(<Rows />);
  fireEvent.pointerOver(screen.getByText('2'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1', '2 gone', '3']);
});

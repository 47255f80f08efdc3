import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Select } from './Select';

it('reads the chosen text in its own direction, so that its beginning shows', () => {
  const select = (value: string) => (
    <Select label="Project" value={value} onChange={() => undefined}>
      <option value="1">Stepwell puzzles</option>
      <option value="2">مشروع الألغاز</option>
    </Select>
  );
  const { rerender } = render(select('1'));
  const field = screen.getByRole<HTMLSelectElement>('combobox');
  expect(field.dir).toBe('ltr');
  rerender(select('2'));
  expect(field.dir).toBe('rtl');
});

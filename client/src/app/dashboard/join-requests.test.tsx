import { expect, it } from 'vitest';
import { withExits } from './JoinRequests';

const ids = (rows: ReturnType<typeof withExits>) => rows.map((row) => (row.leaving ? -row.item.id : row.item.id));

it('keeps removed rows in place and marked, among old and new ones', () => {
  const first = withExits([], [{ id: 1 }, { id: 2 }, { id: 3 }]);
  expect(ids(first)).toEqual([1, 2, 3]);
  const second = withExits(first, [{ id: 1 }, { id: 3 }]);
  expect(ids(second)).toEqual([1, -2, 3]);
  expect(ids(withExits(second, [{ id: 4 }, { id: 1 }]))).toEqual([4, -2, -3, 1]);
});

it('takes back a row that returns', () => {
  const gone = withExits(withExits([], [{ id: 1 }]), []);
  expect(ids(withExits(gone, [{ id: 1 }]))).toEqual([1]);
});

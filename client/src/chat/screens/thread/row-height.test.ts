import { expect, it } from 'vitest';
import { filesPlace } from './row-height';

const picture = { id: 'a', kind: 'picture' as const, name: 'a.png', bytes: 1, width: 1600, height: 900 };
const file = { id: 'b', kind: 'file' as const, name: 'b.pdf', bytes: 1 };

it('a message’s pictures have their size before their code has loaded', () => {
  expect(filesPlace([picture])).toEqual({ height: 162, minWidth: 280 });
  expect(filesPlace([picture, { ...picture, id: 'c' }])).toEqual({ height: 141, minWidth: 280 });
  expect(filesPlace([file])).toEqual({ height: 60, minWidth: 0 });
});

import { expect, it } from 'vitest';
import { filesPlace } from './row-height';

const picture = { id: 'a', kind: 'picture' as const, name: 'a.png', bytes: 1, width: 800, height: 1600 };
const file = { id: 'b', kind: 'file' as const, name: 'b.pdf', bytes: 1 };

it.each([
  { files: [picture], width: 160, height: 324, pictures: { width: 160, height: 320 } },
  { files: [picture, { ...picture, id: 'c' }], width: 280, height: 141, pictures: { width: 280, height: 137 } },
  { files: [picture, file], width: 280, height: 386, pictures: { width: 160, height: 320 } },
  { files: [file], width: 280, height: 60, pictures: { width: 280, height: 0 } },
])('knows the size of a message’s pictures and files before their code has loaded', ({ files, ...size }) => {
  expect(filesPlace(files)).toEqual(size);
});

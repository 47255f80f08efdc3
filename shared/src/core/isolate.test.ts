import { expect, it } from 'vitest';
import { isolate } from './isolate.js';

it('isolates names that are written from right to left, and leaves others as they are', () => {
  expect(isolate('דוד כהן')).toBe('\u2068דוד כהן\u2069');
  expect(isolate('محمد 2')).toBe('\u2068محمد 2\u2069');
  for (const name of ['Asha Verma', 'आशा', '李', '']) expect(isolate(name)).toBe(name);
});

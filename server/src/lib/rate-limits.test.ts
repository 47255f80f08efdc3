import { expect, it } from 'vitest';
import { createRateLimits } from './rate-limits.js';

it('lets everything within the limit through when it comes in one moment, and no more', async () => {
  const refused: string[] = [];
  const limits = createRateLimits(1, null, (limit) => void refused.push(limit));
  const all = await Promise.all(Array.from({ length: 1_500 }, () => limits.spend('apiByAddress', '198.51.100.1')));
  expect(all.filter((refused) => refused === null)).toHaveLength(1_200);
  expect(new Set(refused)).toEqual(new Set(['apiByAddress']));
  expect(all.at(-1)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  expect(await limits.spend('apiByAddress', '198.51.100.2')).toBeNull();
});

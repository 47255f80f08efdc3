import { expect, it } from 'vitest';
import { interest, joinRequest } from '../../testing/samples';
import { requestRows } from './request-rows';

it('lists both kinds by age, each leading to where it is answered', () => {
  const older = joinRequest({ created_at: '2026-01-01T00:00:00.000Z' });
  const newer = { ...interest, created_at: '2026-01-02T00:00:00.000Z' };
  expect(requestRows([older], [newer]).map(({ key, wish, to }) => [key, wish, to])).toEqual([
    ['interest-6', 'is interested in', '/projects/7'],
    ['request-5', 'wants to join', '/dashboard'],
  ]);
});

import { expect, it } from 'vitest';
import { interest, joinRequest } from '../../testing/samples';
import { requestRows } from './request-rows';

it('lists both kinds by age, each leading to where it is answered', () => {
  const older = joinRequest({ created_at: '2026-01-01T00:00:00.000Z' });
  const newer = { ...interest, created_at: '2026-01-02T00:00:00.000Z' };
  const all = <T>(...data: T[]) => ({ data, hasMore: false });
  expect(requestRows(all(older), all(newer)).map(({ key, wish, to }) => [key, wish, to])).toEqual([
    ['interest-6', 'is interested in', '/projects/7'],
    ['request-5', 'wants to join', '/dashboard'],
  ]);
});

it('ends where one of the two has more on the server', () => {
  const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
  const requests = {
    data: [joinRequest({ id: 9, created_at: at(4) }), joinRequest({ id: 8, created_at: at(3) })],
    hasMore: true,
  };
  const interests = {
    data: [
      { ...interest, id: 2, created_at: at(5) },
      { ...interest, id: 1, created_at: at(1) },
    ],
    hasMore: false,
  };
  expect(requestRows(requests, interests).map(({ key }) => key)).toEqual(['interest-2', 'request-9', 'request-8']);
});

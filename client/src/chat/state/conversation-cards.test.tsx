import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { resetStores } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { interests } from '../../requests/state/interests';
import { invitations } from '../../requests/state/invitations';
import { requests } from '../../requests/state/requests';
import { interest, invitation, joinRequest, ME, OTHER, THIRD } from '../../testing/samples';
import { type AskedCard, useCards } from './conversation-cards';

const day = (n: number): string => `2026-01-0${n}T00:00:00.000Z`;
const cards = (otherId: number | null = OTHER) => renderHook(() => useCards(otherId, ME)).result.current;
const keys = (of: readonly AskedCard[]) => of.map(({ key }) => key);

beforeEach(resetStores);

it('a conversation’s cards are the requests, interest and invitations between the two, oldest first, whatever their kind', () => {
  requests.merge([joinRequest({ id: 1, project_id: 11, created_at: day(3) })], moment());
  interests.merge([{ ...interest, id: 2, project_id: 12, created_at: day(1) }], moment());
  invitations.merge([invitation({ id: 3, project_id: 13, created_at: day(4) })], moment());
  requests.merge([joinRequest({ id: 4, project_id: 14, user_id: ME, created_at: day(2) })], moment());
  expect(keys(cards())).toEqual(['i2', 'r4', 'r1', 'v3']);
});

it('a conversation has no cards of other members, and a team’s has none', () => {
  requests.merge(
    [joinRequest({ id: 1, user_id: THIRD }), joinRequest({ id: 2, user_id: OTHER, creator_id: THIRD })],
    moment(),
  );
  interests.merge([{ ...interest, id: 3, requester_id: THIRD }], moment());
  invitations.merge([invitation({ id: 4, creator_id: THIRD })], moment());
  expect(cards()).toEqual([]);
  requests.merge([joinRequest({ id: 5 })], moment());
  expect(cards(null)).toEqual([]);
});

it('has one card for each project and applicant, which contains the earlier ones, newest first', () => {
  requests.merge(
    [
      joinRequest({ id: 1, created_at: day(2), status: 'withdrawn' }),
      joinRequest({ id: 2, created_at: day(5) }),
      joinRequest({ id: 3, created_at: day(1), status: 'withdrawn' }),
      joinRequest({ id: 4, created_at: day(3), status: 'withdrawn' }),
      // One is about another project, and one is by the other member.
      joinRequest({ id: 5, created_at: day(4), project_id: 8 }),
      joinRequest({ id: 6, created_at: day(6), user_id: ME }),
    ],
    moment(),
  );
  interests.merge([{ ...interest, id: 7, created_at: day(7) }], moment());
  const shown = cards();
  expect(keys(shown)).toEqual(['r5', 'r2', 'r6', 'i7']);
  expect(shown.map(({ earlier = [] }) => keys(earlier))).toEqual([[], ['r4', 'r1', 'r3'], [], []]);
});

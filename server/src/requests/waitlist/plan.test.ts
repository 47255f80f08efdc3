import { expect, it } from 'vitest';
import { planWaitlist, refusalOfLapse, stageIn, type WaitlistEntry } from './plan.js';

const now = new Date(1_000);
const entry = (id: number, place: number, until: number | null = null, waits = 5_000): WaitlistEntry => ({
  id,
  requester_id: id,
  requester_name: `M${id}`,
  role_id: null,
  place,
  offered_until: until === null ? null : new Date(until),
  waits_until: until === null ? new Date(waits) : null,
});
const plan = (waitlist: WaitlistEntry[], untaken: number) => {
  const { lapsed, offered, moved, free } = planWaitlist(waitlist, new Map([[null, untaken]]), now);
  const ids = (entries: WaitlistEntry[]) => entries.map(({ id }) => id);
  return {
    lapsed: ids(lapsed),
    offered: ids(offered),
    moved: moved.map(({ id, to }) => [id, to]),
    free: free.get(null),
  };
};
const nothing = { lapsed: [], offered: [], moved: [], free: 0 };

it('offers each free seat to the first on the waitlist, and moves the others up', () => {
  const waitlist = [entry(3, 1), entry(7, 2), entry(9, 3)];
  expect(plan(waitlist, 0)).toEqual(nothing);
  expect(plan(waitlist, 1)).toEqual({
    ...nothing,
    offered: [3],
    moved: [
      [7, 1],
      [9, 2],
    ],
  });
  expect(plan(waitlist, 5)).toEqual({ ...nothing, offered: [3, 7, 9], free: 2 });
  expect(plan([], 2)).toEqual({ ...nothing, free: 2 });
});

it('reserves an offered seat until the offer expires, then offers it to the next', () => {
  const waitlist = (until: number) => [entry(7, 0, until), entry(3, 1)];
  expect(plan(waitlist(1_001), 1)).toEqual(nothing);
  expect(plan(waitlist(1_001), 2)).toEqual({ ...nothing, offered: [3] });
  expect(plan(waitlist(1_000), 1)).toEqual({ ...nothing, lapsed: [7], offered: [3] });
  expect(plan(waitlist(1_000), 0)).toEqual({ ...nothing, lapsed: [7] });
});

it('closes gaps left by a server of another version, and never offers too many seats', () => {
  expect(plan([entry(3, 2), entry(7, 5)], 0)).toEqual({
    ...nothing,
    moved: [
      [3, 1],
      [7, 2],
    ],
  });
  expect(plan([entry(7, 0, 2_000), entry(3, 1)], 0)).toEqual({ ...nothing, free: -1 });
});

it('follows the order of asking, so a place rises when an earlier applicant is added', () => {
  const waitlist = [entry(7, 1), entry(9, 2), entry(3, 1)];
  expect(plan(waitlist, 0)).toEqual({
    ...nothing,
    moved: [
      [7, 2],
      [9, 3],
    ],
  });
  expect(plan(waitlist, 1)).toMatchObject({ offered: [3], moved: [] });
});

it('ends a request whose time on the waitlist is over, and offers it no seat', () => {
  const waitlist = [entry(3, 1, null, 1_000), entry(7, 2)];
  expect(plan(waitlist, 0)).toEqual({ ...nothing, lapsed: [3], moved: [[7, 1]] });
  expect(plan(waitlist, 1)).toEqual({ ...nothing, lapsed: [3], offered: [7] });
  expect(planWaitlist(waitlist, new Map([[null, 0]]), now).lapsed[0]?.endedBy).toBe('waitlist_lapsed');
});

it('gives requests without a time limit on the waitlist one', () => {
  expect(plan([{ ...entry(3, 1), waits_until: null }], 0)).toEqual({ ...nothing, moved: [[3, 1]] });
});

it('returns the stage of a request', () => {
  const waitlist = [entry(7, 0, 2_000), entry(8, 0, 1_000), entry(3, 1), entry(4, 2, null, 1_000)];
  const stages = ['offered', 'lapsed', 'waitlisted', 'lapsed', 'pending'];
  expect([7, 8, 3, 4, 1].map((id) => stageIn(waitlist, id, now))).toEqual(stages);
  expect([8, 4].map((id) => refusalOfLapse(waitlist, id))).toEqual(['OFFER_LAPSED', 'WAITLIST_LAPSED']);
});

it('offers a seat only to those who asked for its role, with places of their own', () => {
  const withRole = (role_id: number | null, each: WaitlistEntry): WaitlistEntry => ({ ...each, role_id });
  const waitlist = [
    withRole(5, entry(3, 1)),
    withRole(null, entry(7, 1)),
    withRole(5, entry(9, 2)),
    withRole(6, entry(11, 0, 2_000)),
  ];
  const planned = (untaken: [number | null, number][]) => {
    const { offered, moved, free } = planWaitlist(waitlist, new Map(untaken), now);
    return [offered.map(({ id }) => id), moved.map(({ id, to }) => [id, to]), [...free]];
  };
  expect(
    planned([
      [null, 0],
      [5, 0],
      [6, 1],
    ]),
  ).toEqual([
    [],
    [],
    [
      [null, 0],
      [5, 0],
      [6, 0],
    ],
  ]);
  expect(
    planned([
      [null, 0],
      [5, 1],
      [6, 3],
    ]),
  ).toEqual([
    [3],
    [[9, 1]],
    [
      [null, 0],
      [5, 0],
      [6, 2],
    ],
  ]);
  expect(
    planned([
      [null, 2],
      [5, 0],
      [6, 1],
    ]),
  ).toEqual([
    [7],
    [],
    [
      [null, 1],
      [5, 0],
      [6, 0],
    ],
  ]);
});

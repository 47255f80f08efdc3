import type { ZonedWeek } from '@sangam/shared/people/hours/overlap';
import {
  emptyWeek,
  QUARTER_MS,
  QUARTERS_OF_DAY,
  quartersBetween,
  withQuarters,
} from '@sangam/shared/people/hours/week';
import { weekStartMs } from '@sangam/shared/people/hours/zone';
import { describe, expect, it } from 'vitest';
import { bestTimes, readQuarters, sharedCounts } from './best-times.js';

const HOUR = 4 * QUARTER_MS;
const DAY = 24 * HOUR;
/** A week that is free on these days between two hours, in addition to `before`. */
const free = (days: number[], from: number, until: number, before = emptyWeek) =>
  days.reduce((week, day) => {
    const start = day * QUARTERS_OF_DAY;
    return withQuarters(week, quartersBetween(start + from * 4, start + until * 4 - 1), true);
  }, before);
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** The best times of a week that begins on a Monday in the zone. */
function best(weeks: readonly ZonedWeek[], monday: string, zone: string) {
  const startMs = weekStartMs(zone, Date.parse(`${monday}T12:00:00Z`));
  const quarters = readQuarters(weeks, startMs - DAY, startMs + 8 * DAY);
  return bestTimes(quarters, { beginsFromMs: startMs, beginsBeforeMs: startMs + 7 * DAY });
}
const wall = (zone: string, ms: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
    .format(ms)
    .replace(',', '');
const spans = (times: ReturnType<typeof best>, zone: string) =>
  times.map(({ fromMs, untilMs, members }) => [wall(zone, fromMs), wall(zone, untilMs), members.join('')]);

describe('the best times of a team', () => {
  const zone = 'Asia/Kolkata';
  const bestSpansOf = (...weeks: string[]) =>
    spans(
      best(
        weeks.map((hours) => ({ hours, zone })),
        '2027-01-11',
        zone,
      ),
      zone,
    );

  it('have the most members, then last longest, and never overlap a better one', () => {
    const [a, b] = [free([1, 3], 18, 21), free([1, 3], 17, 21)];
    const c = free([1], 19, 20, free([4], 9, 12));
    expect(bestSpansOf(a, b, c)).toEqual([
      ['Tue 19:00', 'Tue 20:00', '012'],
      ['Thu 18:00', 'Thu 21:00', '01'],
    ]);
    expect(bestSpansOf(free([0], 9, 10, free([5], 9, 12)), free([0, 5], 9, 12))).toEqual([
      ['Sat 09:00', 'Sat 12:00', '01'],
      ['Mon 09:00', 'Mon 10:00', '01'],
    ]);
  });

  it('are at most three, the earlier among equals, and never with one member alone', () => {
    const evenings = free(EVERY_DAY, 18, 20);
    expect(bestSpansOf(evenings, evenings).map(([from]) => from)).toEqual(['Mon 18:00', 'Tue 18:00', 'Wed 18:00']);
    expect(bestSpansOf(evenings, free(EVERY_DAY, 9, 10))).toEqual([]);
    expect(bestSpansOf(evenings)).toEqual([]);
    expect(bestSpansOf()).toEqual([]);
  });

  it('last half an hour, unless there are only shorter ones', () => {
    const quarter = free([0], 18, 18.25);
    expect(bestSpansOf(quarter, quarter)).toEqual([['Mon 18:00', 'Mon 18:15', '01']]);
    const three = [free([1], 9, 11, quarter), free([1], 9, 11, quarter), quarter];
    expect(bestSpansOf(...three)).toEqual([['Tue 09:00', 'Tue 11:00', '01']]);
  });

  it("are never at night, even for members who marked the night as free or aren't free then", () => {
    const always = free(EVERY_DAY, 0, 24);
    expect(bestSpansOf(always, always)[0]).toEqual(['Mon 07:00', 'Mon 23:00', '01']);
    // In winter, 7:00 to 23:00 in Kolkata is 17:30 to 9:30 in Los Angeles.
    const apart: ZonedWeek[] = [
      { hours: always, zone },
      { hours: always, zone },
      { hours: free([0], 12, 13), zone: 'America/Los_Angeles' },
    ];
    const times = spans(best(apart, '2027-01-11', zone), zone);
    expect(times.map(([from, until]) => [from, until])).toEqual([
      ['Mon 07:00', 'Mon 12:30'],
      ['Tue 07:00', 'Tue 12:30'],
      ['Wed 07:00', 'Wed 12:30'],
    ]);
  });

  it.each([
    // Summer time begins in Los Angeles on 8 March 2026, and ends at Lord Howe, by half an hour, on 5 April.
    ['2026-03-02', 'Asia/Kathmandu', 'America/Los_Angeles'],
    ['2026-03-09', 'Asia/Kathmandu', 'America/Los_Angeles'],
    ['2026-03-30', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
    ['2026-10-05', 'Australia/Lord_Howe', 'Asia/Kolkata'],
    ['2026-10-26', 'America/Los_Angeles', 'Australia/Lord_Howe'],
  ])(
    'in the week of %s between %s and %s are free and awake on both clocks, to the quarter hour',
    (monday, one, other) => {
      const weeks: ZonedWeek[] = [
        { hours: free(EVERY_DAY, 6, 24), zone: one },
        { hours: free(EVERY_DAY, 0, 23.5), zone: other },
      ];
      const times = best(weeks, monday, one);
      expect(times).not.toEqual([]);
      const clock = (ms: number, timeZone: string) => {
        const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', {
          timeZone,
          hour: '2-digit',
          minute: '2-digit',
        })
          .format(ms)
          .split(':')
          .map(Number);
        return hour + minute / 60;
      };
      const isDay = (ms: number) => [one, other].every((each) => clock(ms, each) >= 7 && clock(ms, each) < 23);
      for (const { fromMs, untilMs } of times) {
        for (let ms = fromMs; ms < untilMs; ms += QUARTER_MS)
          expect([new Date(ms), isDay(ms)]).toEqual([new Date(ms), true]);
        expect([isDay(fromMs - QUARTER_MS), isDay(untilMs)]).toEqual([false, false]);
      }
    },
  );
});

it('counts the free members at each time, where there are at least two', () => {
  const zone = 'Asia/Kathmandu';
  const weeks = [free([0], 9, 12), free([0], 10, 12), free([0], 11, 13)].map((hours) => ({ hours, zone }));
  const startMs = weekStartMs(zone, Date.parse('2027-01-11T12:00:00Z'));
  const counts = sharedCounts(readQuarters(weeks, startMs, startMs + DAY));
  expect(counts.map(({ fromMs, untilMs, free: count }) => [wall(zone, fromMs), wall(zone, untilMs), count])).toEqual([
    ['Mon 10:00', 'Mon 11:00', 2],
    ['Mon 11:00', 'Mon 12:00', 3],
  ]);
});

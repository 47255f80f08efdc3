import { describe, expect, it } from 'vitest';
import { aboutHours, longestTimes, type SharedTime, sharedTimes, type ZonedWeek } from './overlap.js';
import {
  emptyWeek,
  isFreeAt,
  QUARTER_MS,
  QUARTERS_OF_DAY,
  QUARTERS_OF_WEEK,
  quartersBetween,
  withQuarters,
} from './week.js';
import { weekEndMs, weekStartMs } from './zone.js';

const zones = ['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Los_Angeles', 'Asia/Kolkata'];
/** Weeks in which clocks change: in Los Angeles and Lord Howe, forward and back. */
const changes = ['2026-03-08', '2026-04-05', '2026-10-04', '2026-11-01'];

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clocks = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  ]),
);
/** The quarter of the week on a wall clock, read from its text. */
function wallQuarter(zone: string, atMs: number): number {
  const text = clocks.get(zone)?.format(atMs) ?? '';
  const [, day = '', hour = '', minute = ''] = /^(\w+),? (\d+):(\d+)$/u.exec(text) ?? [];
  return days.indexOf(day) * QUARTERS_OF_DAY + Number(hour) * 4 + Math.floor(Number(minute) / 15);
}

/** The same as `sharedTimes`, slow and obvious. */
function slowShared(weeks: readonly ZonedWeek[], fromMs: number, untilMs: number): number[] {
  const shared: number[] = [];
  for (let atMs = fromMs; atMs < untilMs; atMs += QUARTER_MS)
    if (weeks.every(({ hours, zone }) => isFreeAt(hours, wallQuarter(zone, atMs)))) shared.push(atMs);
  return shared;
}
const quartersOf = (times: readonly SharedTime[]): number[] =>
  times.flatMap(({ fromMs, untilMs }) =>
    Array.from({ length: (untilMs - fromMs) / QUARTER_MS }, (_, index) => fromMs + index * QUARTER_MS),
  );

/** A week with every third to seventh quarter free, or not. */
function someWeek(seed: number): string {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  return Array.from({ length: QUARTERS_OF_WEEK }, () => (next() < 0.6 ? '1' : '0')).join('');
}

describe('shared free hours', () => {
  it.each(changes)('around %s equal a slow, obvious version of themselves, for every quarter hour', (change) => {
    zones.forEach((zone, n) => {
      const startMs = weekStartMs(zone, Date.parse(`${change}T12:00:00Z`));
      const endMs = weekEndMs(zone, startMs);
      expect(wallQuarter(zone, startMs)).toBe(0);
      expect(wallQuarter(zone, endMs)).toBe(0);
      for (const [m, other] of zones.entries()) {
        const pair = [
          { zone, hours: someWeek(n + 1) },
          { zone: other, hours: someWeek(m + 7) },
        ];
        expect(quartersOf(sharedTimes(pair, startMs, endMs))).toEqual(slowShared(pair, startMs, endMs));
      }
    });
  });

  it('differ between weeks: in summer time an evening in Los Angeles meets another morning in Kolkata', () => {
    const evening = withQuarters(emptyWeek, quartersBetween(18 * 4, 6 * QUARTERS_OF_DAY + 20 * 4 - 1));
    const morning = withQuarters(emptyWeek, quartersBetween(7 * 4, 6 * QUARTERS_OF_DAY + 8 * 4 - 1));
    const pair = [
      { zone: 'America/Los_Angeles', hours: evening },
      { zone: 'Asia/Kolkata', hours: morning },
    ];
    const hoursIn = (day: string) => {
      const startMs = weekStartMs('Asia/Kolkata', Date.parse(`${day}T12:00:00Z`));
      return aboutHours(sharedTimes(pair, startMs, weekEndMs('Asia/Kolkata', startMs)));
    };
    // 18:00 to 20:00 is 7:30 to 9:30 the next morning in winter, and 6:30 to 8:30 in summer.
    expect([hoursIn('2026-01-14'), hoursIn('2026-07-15')]).toEqual([4, 7]);
  });

  it('name the longest times in the order of the week, and the earlier one of two equally long', () => {
    const time = (from: number, until: number) => ({ fromMs: from * QUARTER_MS, untilMs: until * QUARTER_MS });
    const times = [time(0, 2), time(10, 14), time(20, 22), time(30, 36), time(40, 42)];
    expect(longestTimes(times, 3)).toEqual([time(0, 2), time(10, 14), time(30, 36)]);
    expect(longestTimes([], 3)).toEqual([]);
    expect(aboutHours([time(0, 6)])).toBe(2);
  });

  it('have weeks of an hour more or less, or half an hour at Lord Howe, when clocks change', () => {
    const hoursOf = (zone: string, day: string) => {
      const startMs = weekStartMs(zone, Date.parse(`${day}T12:00:00Z`));
      return (weekEndMs(zone, startMs) - startMs) / (4 * QUARTER_MS);
    };
    expect(changes.map((day) => hoursOf('America/Los_Angeles', day))).toEqual([167, 168, 168, 169]);
    expect(changes.map((day) => hoursOf('Australia/Lord_Howe', day))).toEqual([168, 168.5, 167.5, 168]);
    expect(changes.map((day) => hoursOf('Asia/Kathmandu', day))).toEqual([168, 168, 168, 168]);
  });
});

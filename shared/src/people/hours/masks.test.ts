import { expect, it } from 'vitest';
import { weekMask } from './masks.js';
import { aboutHours, sharedTimes } from './overlap.js';
import { QUARTER_MS, QUARTERS_OF_WEEK, type Week } from './week.js';
import { weekEndMs, weekStartMs } from './zone.js';

const zones = ['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Los_Angeles', 'Asia/Kolkata'];
/** Weeks in which clocks change in Los Angeles or Lord Howe, and one without. */
const days = ['2026-03-08', '2026-04-05', '2026-10-04', '2026-11-01', '2026-06-10'];

let state = 3;
const someWeek = (): Week =>
  Array.from({ length: QUARTERS_OF_WEEK }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31 < 0.6 ? '1' : '0';
  }).join('');
const countShared = (a: Week, b: Week): number => [...a].filter((bit, at) => bit === '1' && b[at] === '1').length;

it.each(days)('count the shared quarter hours of two members as their times do, around %s', (day) => {
  for (const zone of zones)
    for (const other of zones) {
      const [own, theirs] = [
        { zone, hours: someWeek() },
        { zone: other, hours: someWeek() },
      ];
      const nowMs = Date.parse(`${day}T12:00:00Z`);
      const startMs = weekStartMs(zone, nowMs);
      const times = sharedTimes([own, theirs], startMs, weekEndMs(zone, startMs));
      const { once, again } = weekMask(own, nowMs, other);
      const count = countShared(theirs.hours, once) + (again === null ? 0 : countShared(theirs.hours, again));
      const quarters = times.reduce((sum, { fromMs, untilMs }) => sum + (untilMs - fromMs) / QUARTER_MS, 0);
      expect([zone, other, count]).toEqual([zone, other, quarters]);
      // As the database rounds.
      expect(Math.floor((count + 2) / 4)).toBe(aboutHours(times));
    }
});

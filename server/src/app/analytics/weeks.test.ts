import { expect, it } from 'vitest';
import { weeksUntil } from './weeks.js';

const shown = (at: string, zone: string, count: number) => {
  const { starts, moments } = weeksUntil(Date.parse(at), zone, count);
  return { starts, moments: moments.map((moment) => moment.toISOString()) };
};

it('begins weeks on Monday in the zone, even when it is another day in UTC', () => {
  // Sunday evening in UTC is Monday in India.
  expect(shown('2026-11-22T19:00:00Z', 'Asia/Kolkata', 2)).toEqual({
    starts: ['2026-11-16', '2026-11-23'],
    moments: ['2026-11-15T18:30:00.000Z', '2026-11-22T18:30:00.000Z', '2026-11-29T18:30:00.000Z'],
  });
  expect(shown('2026-11-22T18:29:59Z', 'Asia/Kolkata', 1).starts).toEqual(['2026-11-16']);
});

it.each([
  ['Europe/Berlin', '2026-03-31T12:00:00Z', ['2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z']],
  ['America/New_York', '2026-11-03T12:00:00Z', ['2026-10-26T04:00:00.000Z', '2026-11-02T05:00:00.000Z']],
  ['Asia/Kathmandu', '2026-11-03T12:00:00Z', ['2026-10-25T18:15:00.000Z', '2026-11-01T18:15:00.000Z']],
  ['Australia/Lord_Howe', '2026-10-06T12:00:00Z', ['2026-09-27T13:30:00.000Z', '2026-10-04T13:00:00.000Z']],
])('follows summer time in %s', (zone, at, moments) => {
  expect(shown(at, zone, 2).moments.slice(0, 2)).toEqual(moments);
});

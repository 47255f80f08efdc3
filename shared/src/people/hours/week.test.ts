import { expect, it } from 'vitest';
import {
  copyDay,
  emptyWeek,
  freeQuarters,
  freeTimesOf,
  isFreeAt,
  QUARTERS_OF_DAY,
  quartersBetween,
  withQuarters,
} from './week.js';

const tuesday = (time: number) => QUARTERS_OF_DAY + time;

it('marks the same times on all days of a drag, in whichever direction', () => {
  const dragged = quartersBetween(tuesday(40), 3 * QUARTERS_OF_DAY + 43);
  expect(quartersBetween(3 * QUARTERS_OF_DAY + 43, tuesday(40))).toEqual(dragged);
  const week = withQuarters(emptyWeek, dragged);
  expect(freeQuarters(week)).toBe(12);
  expect([0, 1, 2, 3, 4].map((day) => freeTimesOf(week, day))).toEqual([
    [],
    [{ from: 40, until: 44 }],
    [{ from: 40, until: 44 }],
    [{ from: 40, until: 44 }],
    [],
  ]);
  const shorter = withQuarters(week, [tuesday(41)], false);
  expect(freeTimesOf(shorter, 1)).toEqual([
    { from: 40, until: 41 },
    { from: 42, until: 44 },
  ]);
  expect(isFreeAt(shorter, tuesday(41))).toBe(false);
});

it('copies a day to others, in place of their hours', () => {
  const week = withQuarters(withQuarters(emptyWeek, [tuesday(8)]), [6 * QUARTERS_OF_DAY]);
  const copied = copyDay(week, 1, [0, 1, 2, 3, 4]);
  expect([0, 1, 4].map((day) => freeTimesOf(copied, day))).toEqual(Array(3).fill([{ from: 8, until: 9 }]));
  expect(freeTimesOf(copied, 6)).toEqual([{ from: 0, until: 1 }]);
  expect(copied).toHaveLength(672);
});

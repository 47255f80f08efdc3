import { expect, it } from 'vitest';
import { dayMs } from '../core/limits.js';
import { answerRecord } from './answer-record.js';

const times = (count: number, days: number): number[] => Array.from({ length: count }, () => days * dayMs);

it.each<[string, (number | null)[], ReturnType<typeof answerRecord>]>([
  ['null before five', [...times(3, 1), null], null],
  ['all within a day', times(5, 0.2), { asked: 5, answered: 5, days: 1 }],
  ['exactly two days', times(5, 2), { asked: 5, answered: 5, days: 2 }],
  ['unanswered requests count as asked', [...times(9, 1.5), null], { asked: 10, answered: 9, days: 2 }],
  ['the slowest tenth', [...times(9, 1), ...times(1, 13)], { asked: 10, answered: 9, days: 1 }],
  ['more than a slow tenth', [...times(8, 1), ...times(2, 6.5)], { asked: 10, answered: 10, days: 7 }],
  ['a late answer within the days', [...times(9, 1.1), ...times(1, 1.9)], { asked: 10, answered: 10, days: 2 }],
  ['no answers', [null, null, null, null, null, null], { asked: 6, answered: 0, days: 0 }],
])('%s', (_, tookMs, record) => {
  expect(answerRecord(tookMs)).toEqual(record);
});

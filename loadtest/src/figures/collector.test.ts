import { expect, it } from 'vitest';
import { readOptions } from '../cli/options.js';
import { createCollector } from './collector.js';
import type { Tick } from './telemetry.js';

function collect() {
  const read = readOptions(['--url', 'http://localhost:3000', '--users', '4', '--processes', '2']);
  if ('faults' in read) throw new Error(read.faults.join());
  return createCollector(read.options.plan);
}
const tick = (second: number, errors: Tick['errors']): Tick => ({
  second,
  errors,
  latencies: {},
  connected: 2,
  unanswered: 0,
});

it('counts the errors of all processes, second by second', () => {
  const { add, figures } = collect();
  add(tick(0, { 'send BUSY': 2 }));
  add(tick(0, { 'send BUSY': 1, 'read BUSY': 1 }));
  expect([...figures.errors]).toEqual([
    ['send BUSY', 3],
    ['read BUSY', 1],
  ]);
  expect(figures.seconds.map(({ errors }) => errors)).toEqual([4]);
});

it('counts errors of a second that only one process reports, and those after the load', () => {
  const { add, addErrors, figures } = collect();
  add(tick(7, { 'send BUSY': 2 }));
  addErrors({ 'send BUSY': 3 });
  expect(figures.errors.get('send BUSY')).toBe(5);
});

import { describe, expect, it } from 'vitest';
import { readOptions } from './options.js';

const faultsOf = (...args: string[]) => {
  const read = readOptions(args);
  return 'faults' in read ? read.faults : [];
};
const planOf = (...args: string[]) => {
  const read = readOptions(args);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.options.plan;
};

describe('the options', () => {
  it('default to one local server and one operation a second per user', () => {
    expect(planOf()).toMatchObject({ urls: ['http://localhost:3000'], users: 50, ratePerSecond: 50, processes: 1 });
    expect(planOf('--users', '200').ratePerSecond).toBe(200);
    expect(planOf('--closed-loop')).toMatchObject({ ratePerSecond: null, thinkMs: 0 });
  });

  it('accept several servers, times with units, and a mix', () => {
    const plan = planOf(
      '--url',
      'http://a:1,http://b:2/',
      '--url=https://c',
      '--duration',
      '2m',
      '--mix',
      'send=3, join=1',
    );
    expect(plan.urls).toEqual(['http://a:1', 'http://b:2', 'https://c']);
    expect(plan.durationMs).toBe(120_000);
    expect(plan.mix).toEqual({ send: 3, read: 0, typing: 0, presence: 0, reconnect: 0, join: 1 });
  });

  it('list every fault at once', () => {
    expect(
      faultsOf(
        'extra',
        '--user',
        '5',
        '--users',
        '1',
        '--url',
        'ftp://x',
        '--rate',
        '5',
        '--closed-loop',
        '--mix',
        'sing=1',
      ),
    ).toEqual([
      'Unexpected argument "extra".',
      'Unexpected argument "5".',
      'Unknown option --user.',
      '--url must be an address such as http://localhost:3000, without a path; it is "ftp://x".',
      '--users must be a whole number from 2 to 100000; it is "1".',
      'Use either --rate or --closed-loop.',
      '--processes: each process needs two users. Raise --users or lower --processes.',
      `--mix: "sing" isn't one of send, read, typing, presence, reconnect, join.`,
    ]);
    expect(faultsOf('--duration', 'soon', '--think', '5', '--seed')).toEqual([
      '--seed needs a value.',
      '--think requires --closed-loop.',
      '--duration must be a time such as 30s or 2m; it is "soon".',
    ]);
  });
});

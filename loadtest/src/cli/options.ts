import { parseArgs } from 'node:util';
import { chatLimits } from '@sangam/shared/chat/limits';
import { DEFAULT_MIX, describeMix, type Mix, type Plan, parseMix } from '../plan.js';

export interface Options {
  help: boolean;
  plan: Plan;
  usersFile: string | null;
  reportPath: string;
  jsonPath: string | null;
}

const knownOptions = {
  url: { type: 'string', multiple: true },
  origin: { type: 'string' },
  users: { type: 'string' },
  'users-file': { type: 'string' },
  rate: { type: 'string' },
  'closed-loop': { type: 'boolean' },
  think: { type: 'string' },
  mix: { type: 'string' },
  'message-chars': { type: 'string' },
  ramp: { type: 'string' },
  duration: { type: 'string' },
  processes: { type: 'string' },
  seed: { type: 'string' },
  report: { type: 'string' },
  json: { type: 'string' },
  settle: { type: 'string' },
  patience: { type: 'string' },
  'tolerate-missed-pushes': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Reads the command line. Returns the options, or every fault in them as a sentence. */
export function readOptions(args: readonly string[]): { options: Options } | { faults: string[] } {
  // Not strict: `parseArgs` would throw at the first fault.
  const { values: given, positionals } = parseArgs({ args: [...args], options: knownOptions, strict: false });
  const faults = positionals.map((word) => `Unexpected argument "${word}".`);

  for (const [name, value] of Object.entries(given)) {
    const option = Object.hasOwn(knownOptions, name) ? knownOptions[name as keyof typeof knownOptions] : undefined;
    if (!option) faults.push(`Unknown option --${name}.`);
    else if (option.type === 'string' && [value].flat().includes(true)) faults.push(`--${name} needs a value.`);
    else if (option.type === 'boolean' && value !== true) faults.push(`--${name} takes no value.`);
  }
  const text = (name: keyof typeof knownOptions): string | null => {
    const value = given[name];
    return typeof value === 'string' ? value : null;
  };
  const number = (name: keyof typeof knownOptions, fallback: number, min: number, max: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    const parsed = /^\d{1,10}$/u.test(value) ? Number(value) : Number.NaN;
    if (!(parsed >= min && parsed <= max))
      faults.push(`--${name} must be a whole number from ${min} to ${max}; it is "${value}".`);
    return parsed;
  };
  const timeMs = (name: keyof typeof knownOptions, fallbackS: number, minS: number): number => {
    const value = text(name);
    if (value === null) return fallbackS * 1_000;
    const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(s|m|h)?$/u.exec(value) ?? [];
    const seconds = Number(amount ?? Number.NaN) * { s: 1, m: 60, h: 3_600 }[(unit ?? 's') as 's' | 'm' | 'h'];
    if (!(seconds >= minS)) faults.push(`--${name} must be a time such as 30s or 2m; it is "${value}".`);
    return seconds * 1_000;
  };
  const mix = (): Mix => {
    const value = text('mix');
    const parsed = value === null ? DEFAULT_MIX : parseMix(value);
    if (typeof parsed !== 'string') return parsed;
    faults.push(`--mix: ${parsed}.`);
    return DEFAULT_MIX;
  };
  const address = (name: string, value: string): string => {
    if (URL.canParse(value) && /^https?:\/\/[^/?#@]+\/*$/iu.test(value)) return new URL(value).origin;
    faults.push(`--${name} must be an address such as http://localhost:3000, without a path; it is "${value}".`);
    return value;
  };

  const urls = (Array.isArray(given.url) ? given.url : [])
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split(','))
    .map((value) => address('url', value.trim()));
  const users = number('users', 50, 2, 100_000);
  const closed = given['closed-loop'] === true;
  if (closed && given.rate !== undefined) faults.push('Use either --rate or --closed-loop.');
  if (!closed && given.think !== undefined) faults.push('--think requires --closed-loop.');
  const rate = number('rate', users, 1, 1_000_000);
  const processes = number('processes', 1, 1, 64);
  if (processes * 2 > users)
    faults.push(`--processes: each process needs two users. Raise --users or lower --processes.`);
  const origin = text('origin');

  const options: Options = {
    help: given.help === true,
    plan: {
      urls: urls.length > 0 ? urls : ['http://localhost:3000'],
      origin: origin === null ? null : address('origin', origin),
      users,
      ratePerSecond: closed ? null : rate,
      thinkMs: number('think', 0, 0, 3_600_000),
      mix: mix(),
      messageChars: number('message-chars', 64, 16, chatLimits.messageMaxChars),
      rampMs: timeMs('ramp', 5, 0),
      durationMs: timeMs('duration', 30, 1),
      processes,
      seed: number('seed', Math.floor(Math.random() * 2 ** 31), 0, 2 ** 32 - 1),
      settleMs: timeMs('settle', 30, 0),
      patienceMs: timeMs('patience', 120, 0),
      toleratesMissedUpdates: given['tolerate-missed-pushes'] === true,
    },
    usersFile: text('users-file'),
    reportPath: text('report') ?? 'loadtest-report.html',
    jsonPath: text('json'),
  };
  return faults.length > 0 ? { faults } : { options };
}

export const help = `npm run loadtest -- [options]

Loads a running Sangam with many members at once, measures it, and checks its invariants. Exits with 0 if all held, 1 if
one was violated (the output says which), 2 if the run couldn't start or finish.

Members and servers
  --url <address>        a server; repeat it, or separate by commas, for several   (http://localhost:3000)
  --users <n>            members, one connection each                              (50)
  --users-file <path>    keeps the members there and reuses them next time         (new members each run)
  --origin <origin>      the Origin header of sockets                              (each server's own)

Load
  --rate <n>             open loop: operations a second in total, at random moments that do not depend on the server;
                         latencies count from when an operation was due            (one a second per user)
  --closed-loop          instead: each user's next operation starts when the last is answered
  --think <ms>           with it: the pause between answer and next operation      (0)
  --mix <weights>        share of each operation
                         (${describeMix(DEFAULT_MIX)})
  --message-chars <n>    length of a message, 16 to 4000                           (64)
  --ramp <time>          users connect and the rate grows over it; not measured    (5s)
  --duration <time>      measured time after the ramp: 30, 30s or 2m               (30s)
  --processes <n>        worker processes that share the users                     (1)
  --seed <n>             repeats the random choices of an earlier run              (a new one)

Results
  --report <path>        the HTML report                                           (loadtest-report.html)
  --json <path>          the figures as JSON                                       (not written)
  --settle <time>        longest wait for answers and live updates at the end      (30s)
  --patience <time>      longest Retry-After to wait for                           (2m)
  --tolerate-missed-pushes
                         accepts live updates that never arrive, for runs that stop servers or Redis on purpose.
                         Stored data must still be right
  --help                 prints this

Ctrl-C ends the load early, and still checks and reports everything before it.

All members share one address: start the server with RATE_LIMIT=off, or a factor such as RATE_LIMIT=1000.

Examples
  npm run loadtest
  npm run loadtest -- --users 200 --rate 1000 --duration 1m --processes 2
  npm run loadtest -- --users 20 --closed-loop --mix send=1
  npm run loadtest -- --url http://one:3000,http://two:3000 --mix send=50,read=20,reconnect=10,join=20
`;

import { parseArgs } from 'node:util';
import { chatLimits } from '@sangam/shared/chat/limits';
import { DEFAULT_MIX, type Mix, parseMix } from '../mix.js';
import type { Plan } from '../plan.js';

export interface Options {
  help: boolean;
  plan: Plan;
  usersFile: string | null;
  reportPath: string;
  jsonPath: string | null;
}

const known = {
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
  const { values: given, positionals } = parseArgs({ args: [...args], options: known, strict: false });
  const faults = positionals.map((word) => `"${word}" belongs to no option.`);

  for (const [name, value] of Object.entries(given)) {
    const option = Object.hasOwn(known, name) ? known[name as keyof typeof known] : undefined;
    if (!option) faults.push(`--${name} is no option.`);
    else if (option.type === 'string' && [value].flat().includes(true)) faults.push(`--${name} needs a value.`);
    else if (option.type === 'boolean' && value !== true) faults.push(`--${name} takes no value.`);
  }
  const text = (name: keyof typeof known): string | null => {
    const value = given[name];
    return typeof value === 'string' ? value : null;
  };
  const number = (name: keyof typeof known, fallback: number, min: number, max: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    const parsed = /^\d{1,10}$/u.test(value) ? Number(value) : Number.NaN;
    if (!(parsed >= min && parsed <= max))
      faults.push(`--${name} must be a whole number from ${min} to ${max}; it is "${value}".`);
    return parsed;
  };
  const timeMs = (name: keyof typeof known, fallbackS: number, minS: number): number => {
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
  if (closed && given.rate !== undefined) faults.push('--rate and --closed-loop exclude each other.');
  if (!closed && given.think !== undefined) faults.push('--think goes with --closed-loop.');
  const rate = number('rate', users, 1, 1_000_000);
  const processes = number('processes', 1, 1, 64);
  if (processes * 2 > users)
    faults.push(`--processes: each process needs two users; ${users} are too few for ${processes}.`);
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
      toleratesMissedPushes: given['tolerate-missed-pushes'] === true,
    },
    usersFile: text('users-file'),
    reportPath: text('report') ?? 'loadtest-report.html',
    jsonPath: text('json'),
  };
  return faults.length > 0 ? { faults } : { options };
}

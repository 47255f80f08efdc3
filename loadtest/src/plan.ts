import type { Random } from './random.js';

/** The parameters of a run, as workers get them and the report shows them. */
export interface Plan {
  urls: string[];
  /** null: each server's own. */
  origin: string | null;
  users: number;
  /** Operations a second in total; null: closed loop. */
  ratePerSecond: number | null;
  thinkMs: number;
  mix: Mix;
  messageChars: number;
  rampMs: number;
  durationMs: number;
  processes: number;
  seed: number;
  settleMs: number;
  patienceMs: number;
  toleratesMissedUpdates: boolean;
}

/** The operations of a member. */
const operations = ['send', 'read', 'typing', 'presence', 'reconnect', 'join'] as const;
export type Operation = (typeof operations)[number];

/** The weight of each operation: how often it happens, relative to the others. */
export type Mix = Record<Operation, number>;

export const DEFAULT_MIX: Mix = { send: 60, read: 20, typing: 12, presence: 5, reconnect: 1, join: 2 };

/** Reads `send=3,read=1`; omitted operations do not happen. Returns the mix, or the fault in words. */
export function parseMix(text: string): Mix | string {
  const mix: Mix = { send: 0, read: 0, typing: 0, presence: 0, reconnect: 0, join: 0 };
  for (const part of text.split(',')) {
    const [name, weight, ...rest] = part.split('=').map((piece) => piece.trim());
    const operation = operations.find((known) => known === name);
    if (operation === undefined) return `"${name}" isn't one of ${operations.join(', ')}`;
    if (rest.length > 0 || !/^\d{1,6}(\.\d{1,3})?$/u.test(weight ?? '')) return `"${part.trim()}" isn't name=number`;
    mix[operation] = Number(weight);
  }
  if (operations.every((operation) => mix[operation] === 0)) return 'every weight is 0';
  return mix;
}

export function pickOperation(mix: Mix, random: Random): Operation {
  let remaining = random.next() * operations.reduce((sum, operation) => sum + mix[operation], 0);
  for (const operation of operations) {
    remaining -= mix[operation];
    if (remaining < 0) return operation;
  }
  return 'send';
}

export const describeMix = (mix: Mix): string =>
  operations
    .filter((operation) => mix[operation] > 0)
    .map((operation) => `${operation}=${mix[operation]}`)
    .join(',');

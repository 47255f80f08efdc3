import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { http } from './http.js';
import { clientEvents, serverEvents, WIRE_VERSION } from './socket.js';

/** The same value with the keys of all objects in one order: where a field or a call is declared is no matter of the wire. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
};
const hash = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, 16);

/**
 * A tripwire. A wire schema changed: if an open tab or a client of the old shape would misread it, raise WIRE_VERSION;
 * in either case write the new hashes here, on purpose.
 */
describe('the wire', () => {
  it('socket events are those of this version', () => {
    expect({ version: WIRE_VERSION, events: hash([clientEvents, serverEvents]) }).toMatchInlineSnapshot(`
      {
        "events": "ed3b3717d726c05b",
        "version": 1,
      }
    `);
  });
  it('REST calls are those of this version', () => {
    expect({ version: WIRE_VERSION, calls: hash(http) }).toMatchInlineSnapshot(`
      {
        "calls": "1a0a73f48053260f",
        "version": 1,
      }
    `);
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { http } from './http.js';
import { clientEvents, serverEvents, WIRE_VERSION } from './socket.js';

/** Sorts the keys of all objects, since the order of declarations does not matter on the wire. */
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
 * If this fails, a wire schema changed. Raise WIRE_VERSION if an open tab or an older client would misread it; write the new hashes
 * here in any case.
 */
describe('the wire', () => {
  it('socket events match this version', () => {
    expect({ version: WIRE_VERSION, events: hash([clientEvents, serverEvents]) }).toMatchInlineSnapshot(`
      {
        "events": "971fee358d6b1f95",
        "version": 1,
      }
    `);
  });
  it('REST calls match this version', () => {
    expect({ version: WIRE_VERSION, calls: hash(http) }).toMatchInlineSnapshot(`
      {
        "calls": "3e65c627988c4127",
        "version": 1,
      }
    `);
  });
});

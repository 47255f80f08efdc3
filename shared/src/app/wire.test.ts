import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { http } from './http.js';
import { clientEvents, serverEvents, WIRE_VERSION } from './socket.js';

/** Whether a key holds prose about a call or a value. A field with such a name has a schema, not a text. */
const isProse = (key: string, value: unknown): boolean =>
  (key === 'summary' || key === 'description') && typeof value === 'string';

/** Returns what matters on the wire: without prose, and with sorted keys, since the order of declarations doesn't matter. */
const asOnWire = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asOnWire);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key, part]) => !isProse(key, part))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, asOnWire(part)]));
};
const hash = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(asOnWire(value)))
    .digest('hex')
    .slice(0, 16);

/**
 * If this fails, a wire schema changed. Raise WIRE_VERSION if an open tab or an older client would misread it; write the new hashes
 * here in any case.
 */
describe('the wire', () => {
  it('is the same after a reworded summary, and another after a new field, even one named “description”', () => {
    const call = { summary: 'Get', answer: { properties: { name: { type: 'string', description: 'shown' } } } };
    const reworded = { summary: 'Read', answer: { properties: { name: { type: 'string' } } } };
    expect(hash(reworded)).toBe(hash(call));
    const fields = { ...call.answer.properties, description: { type: 'string' } };
    expect(hash({ ...call, answer: { properties: fields } })).not.toBe(hash(call));
  });
  it('socket events match this version', () => {
    expect({ version: WIRE_VERSION, events: hash([clientEvents, serverEvents]) }).toMatchInlineSnapshot(`
      {
        "events": "182e52384e00687f",
        "version": 1,
      }
    `);
  });
  it('REST calls match this version', () => {
    expect({ version: WIRE_VERSION, calls: hash(http) }).toMatchInlineSnapshot(`
      {
        "calls": "6da17fa984c88625",
        "version": 1,
      }
    `);
  });
});

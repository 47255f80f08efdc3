import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { http } from './http.js';
import { clientEvents, serverEvents, WIRE_VERSION } from './socket.js';

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/**
 * A tripwire. A wire schema changed: if an open tab or a client of the old shape would misread it, raise WIRE_VERSION;
 * in either case write the new hashes here, on purpose.
 */
describe('the wire', () => {
  it('socket events are those of this version', () => {
    expect({ version: WIRE_VERSION, events: hash([clientEvents, serverEvents]) }).toMatchInlineSnapshot(`
      {
        "events": "d9e978c6ad4c25b5",
        "version": 1,
      }
    `);
  });
  it('REST calls are those of this version', () => {
    expect({ version: WIRE_VERSION, calls: hash(http) }).toMatchInlineSnapshot(`
      {
        "calls": "2bc9de71a7a8115a",
        "version": 1,
      }
    `);
  });
});

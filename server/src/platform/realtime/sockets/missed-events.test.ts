import { EventEmitter } from 'node:events';
import { eventually } from '@sangam/testing/eventually';
import { expect, it } from 'vitest';
import type { DomainEvents } from '../../events.js';
import { createBus } from '../../lib/bus.js';
import type { Io } from '../transport/io.js';
import { watchLostEvents } from './missed-events.js';
import { createSocketRegistry } from './registry.js';

const ROUND_MS = 50;

it('notifies the other servers of events lost while its next round was already requested', async () => {
  const notified: number[] = [];
  const io = Object.assign(new EventEmitter(), { serverSideEmit: () => notified.push(performance.now()) });
  const bus = createBus<DomainEvents>({ error: () => undefined } as never);
  watchLostEvents({
    io: io as unknown as Io,
    bus,
    sockets: createSocketRegistry(),
    clustered: true,
    arePaused: () => false,
    spreadMs: ROUND_MS,
  });
  const lose = () => bus.publish('events:lost', null);
  lose();
  lose();
  expect(notified).toHaveLength(2);
  // The others' rounds may have begun since, unlike this server's.
  lose();
  const lostMs = performance.now();
  await eventually(() => expect(notified).toHaveLength(3));
  expect(notified[2]).toBeGreaterThan(lostMs);
  await new Promise((resolve) => setTimeout(resolve, 2 * ROUND_MS));
  expect(notified).toHaveLength(3);
});

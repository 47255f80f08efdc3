import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { formTeam } from '@sangam/testing/chat/team';
import { startTestServer } from '@sangam/testing/test-server';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createContactLimits } from '../../contact/limits/service.js';
import type { DomainEvents } from '../../platform/events.js';
import { createBus } from '../../platform/lib/bus.js';
import { systemClock } from '../../platform/lib/clock.js';
import { createCheckedWriter } from './checked-writer.js';
import { insertTexts } from './insert-statement.js';

const log = pino({ level: 'silent' });

it('publishes messages of several senders to a team in the order of their numbers', async () => {
  await using server = await startTestServer();
  const { db } = server.database;
  const members = [await server.signUp('Asha'), await server.signUp('Bina'), await server.signUp('Chitra')] as const;
  const [asha, ...others] = members;
  const memberIds = members.map((member) => member.id);
  const { conversationId: id } = await formTeam(server, asha, others);
  const bus = createBus<DomainEvents>(log);
  const published: number[] = [];
  let reads = 0;
  bus.on('messages:sent', (messages) => void published.push(...messages.map(({ seq }) => seq)));
  const writer = createCheckedWriter({
    ...{ db, bus, log, clock: systemClock, measure: () => undefined, messageRequests: true },
    contactLimits: createContactLimits({
      db,
      clock: systemClock,
      factor: null,
      policy: { requireVerifiedEmail: false },
    }),
    lanes: { count: members.length, nextAfterMs: 0, turns: 1 },
    texts: () => insertTexts,
    conversations: {
      // The participants of the first message take the longest to read.
      async teamsAsOf() {
        reads += 1;
        if (reads === 1) await sleep(300);
        return new Map();
      },
    },
  });
  const answered: (number | null)[] = [];
  for (const [index, { id: sender_id }] of members.entries()) {
    writer.add({
      ...{ sender_id, slot: index + 1, sender_name: '', sender_presence: 'active' },
      conversation: {
        kind: 'team',
        id,
        people: 1,
        memberIds,
        slots: new Map(memberIds.map((member, n) => [member, n + 1])),
      },
      ...{ receiver_id: null, client_id: null, content: 'Hello', attachment_ids: null, reply_to: null },
      ...{ project_id: null, mentions: null, origin: null, is_unchecked: false },
      respond: (result) => void answered.push(result.ok ? result.value.seq : null),
    });
    // Each lane takes one.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  }
  await writer.drained();
  expect(published).toEqual([1, 2, 3]);
  expect(answered).toEqual([1, 2, 3]);
});

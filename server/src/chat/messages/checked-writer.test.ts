import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { plainMessage } from '@sangam/testing/chat/plain-message';
import { formTeam } from '@sangam/testing/chat/team';
import { recordStatements } from '@sangam/testing/database/statements';
import { startTestServer } from '@sangam/testing/test-server';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createContactLimits } from '../../contact/limits/service.js';
import type { Database } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import { type Bus, createBus } from '../../platform/lib/bus.js';
import { systemClock } from '../../platform/lib/clock.js';
import { defaultTimings } from '../../platform/timings.js';
import { type ConversationKeys, createConversationKeys } from '../conversations/conversations.js';
import { createCheckedWriter } from './checked-writer.js';
import { insertTexts } from './insert-statement.js';

const nothingToRefuse = { locks: [], refuse: async () => null };

const log = pino({ level: 'silent' });

const writerOf = (
  { db }: Database,
  bus: Bus<DomainEvents>,
  { lanes = 1, teamsAsOf = async () => new Map() }: { lanes?: number; teamsAsOf?: ConversationKeys['teamsAsOf'] } = {},
) =>
  createCheckedWriter({
    db,
    bus,
    log,
    clock: systemClock,
    measure: () => undefined,
    messageRequests: true,
    contactLimits: createContactLimits({
      db,
      clock: systemClock,
      factor: null,
      policy: { requireVerifiedEmail: false },
    }),
    timings: defaultTimings.messages,
    lanes,
    texts: () => insertTexts.checked,
    conversations: { teamsAsOf },
  });

it('publishes messages of several senders to a team in the order of their numbers', async () => {
  await using server = await startTestServer();
  const members = [await server.signUp('Asha'), await server.signUp('Bina'), await server.signUp('Chitra')] as const;
  const [asha, ...others] = members;
  const memberIds = members.map((member) => member.id);
  const { conversationId: id } = await formTeam(server, asha, others);
  const bus = createBus<DomainEvents>(log);
  const published: number[] = [];
  let reads = 0;
  bus.on('messages:sent', (messages) => void published.push(...messages.map(({ seq }) => seq)));
  const writer = writerOf(server.database, bus, {
    lanes: members.length,
    // Reading the first message's participants takes the longest.
    async teamsAsOf() {
      reads += 1;
      if (reads === 1) await sleep(300);
      return new Map();
    },
  });
  const answered: (number | null)[] = [];
  for (const [index, { id: sender_id }] of members.entries()) {
    writer.add({
      ...plainMessage,
      sender_id,
      slot: index + 1,
      receiver_id: null,
      conversation: {
        kind: 'team',
        id,
        people: 1,
        memberIds,
        slots: new Map(memberIds.map((member, n) => [member, n + 1])),
      },
      respond: (result) => void answered.push(result.ok ? result.value.seq : null),
    });
    // Each lane takes one.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  }
  await writer.drained();
  expect(published).toEqual([1, 2, 3]);
  expect(answered).toEqual([1, 2, 3]);
});

it('answers the retries of a queued message with it, and writes it once', async () => {
  await using server = await startTestServer();
  const [asha, bina, chitra] = [
    await server.signUp('Asha'),
    await server.signUp('Bina'),
    await server.signUp('Chitra'),
  ];
  const keys = createConversationKeys(server.database.db);
  const bus = createBus<DomainEvents>(log);
  const events: string[] = [];
  bus.on('messages:sent', () => void events.push('sent'));
  bus.on('message:repeated', () => void events.push('repeated'));
  const writer = writerOf(server.database, bus);
  const client_id = randomUUID();
  const answers: (number | string)[] = [];
  const send = async (receiver_id: number, respond: () => void = () => undefined) => {
    const opened = await keys.open(asha.id, receiver_id, nothingToRefuse);
    if (!opened.ok) throw new Error(opened.error.message);
    writer.add({
      ...plainMessage,
      is_unchecked: true,
      conversation: opened.value,
      slot: 1,
      client_id,
      sender_id: asha.id,
      receiver_id,
      respond(result) {
        answers.push(result.ok ? result.value.seq : result.error.code);
        respond();
      },
    });
  };
  await Promise.all([keys.open(asha.id, bina.id, nothingToRefuse), keys.open(asha.id, chitra.id, nothingToRefuse)]);
  await Promise.all([
    send(bina.id, () => {
      throw new Error('this caller is gone');
    }),
    ...[send(bina.id), send(bina.id)],
    send(chitra.id),
  ]);
  expect(writer.unansweredCount()).toBe(2);
  await writer.drained();
  expect(answers).toEqual([1, 1, 1, 'INVALID']);
  await send(bina.id);
  await writer.drained();
  expect(answers).toEqual([1, 1, 1, 'INVALID', 1]);
  expect(events).toEqual(['sent', 'repeated']);
});

it('takes three statements to create a conversation and five to store its first message, a message request', async () => {
  await using server = await startTestServer();
  const members = [await server.signUp(), await server.signUp(), await server.signUp()] as const;
  const [asha, ...others] = members;
  const writer = writerOf(server.database, createBus<DomainEvents>(log));
  const keys = createConversationKeys(server.database.db);
  const begin = async (receiver_id: number) => {
    const opened = await recordStatements(() => keys.open(asha.id, receiver_id, nothingToRefuse));
    if (!opened.result.ok) throw new Error(opened.result.error.message);
    const message = { ...plainMessage, conversation: opened.result.value, slot: 1, sender_id: asha.id, receiver_id };
    const stored = await recordStatements(() => {
      writer.add({ ...message, client_id: randomUUID(), is_unchecked: true });
      return writer.drained();
    });
    return [opened.statements.length, stored.statements.length];
  };
  for (const { id } of others) expect(await begin(id)).toEqual([3, 5]);
});

import { randomUUID } from 'node:crypto';
import { eventually } from '@sangam/testing/eventually';
import { decideOn, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';
import { type Actor, createActions } from './actions.js';
import { standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';

/** Stores an act as the first version with acts did: without the conversation's id. */
function storeAsBefore(owner: Actor, to: Actor, order: number, fields: object): void {
  const client_id = randomUUID();
  const item = { kind: 'pending', client_id, receiver_id: to.user.id, created_at: '2026-11-15T09:00:00.000Z', order };
  localStorage.setItem(
    `outbox:${owner.user.id}:${client_id}`,
    JSON.stringify({ ...item, state: 'waiting', ...fields }),
  );
}

it('an earlier version’s outbox is sent, and messages that are refused stay with their reason', {
  timeout: 60_000,
}, async () => {
  await using server = await startTestServer();
  standInForBrowser(server.url);
  const actions = createActions(server.url);
  const signUp = (name: string) => actions.signUp(name);
  const me = await signUp('Me');
  const [stays, blocks, deletes, suspended] = [
    await signUp('A'),
    await signUp('B'),
    await signUp('C'),
    await signUp('D'),
  ];
  for (const other of [stays, blocks, deletes, suspended]) await actions.write(me, other, 'Hello');
  for (const [order, other] of [blocks, deletes, suspended, stays].entries()) {
    storeAsBefore(me, other, 10 * order + 1, { content: 'Queued' });
    storeAsBefore(me, other, 10 * order + 2, { kind: 'act', verb: 'edit', text: 'Edited', seq: 1, message: null });
    storeAsBefore(me, other, 10 * order + 3, { kind: 'act', verb: 'react', text: '👍', seq: 1, message: null });
  }
  await actions.call(blocks, 'PUT /api/blocks/:userId', { userId: me.user.id });
  await actions.call(deletes, 'DELETE /api/account', { body: { current_password: 'Correct-horse-7' } });
  const moderator = await signUpModerator(server);
  const report = await reportTo(server, me, { kind: 'member', id: suspended.user.id });
  expect(await decideOn(server, moderator, report, { decision: 'suspend' })).toMatchObject({ status: 200 });

  const client = await openClient(me, me.token, { other: stays, projectId: await actions.project(me) });
  await client.connect();
  const refused = expect.stringMatching(/^pending failed .*"CONTACT_REFUSED"/u);
  await eventually(() => expect(client.waiting()).toEqual([refused, refused, refused]));

  const { data } = await actions.call(stays, 'GET /api/messages/conversation/:userId', { userId: me.user.id });
  expect(data.messages).toMatchObject([
    { content: 'Edited', reactions: [{ emoji: '👍', user_ids: [me.user.id] }] },
    { content: 'Queued' },
  ]);
});

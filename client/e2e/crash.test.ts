import { expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { ownTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await ownTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];

const sit = async (account: Account) => {
  const actor = await server.actor(account);
  return { actor, ...chat(actor) };
};

const storedContents = async (): Promise<string[]> => {
  const { data } = await server.call(asha, 'GET /api/messages/conversation/:userId', {
    params: { userId: bina.id },
    query: { limit: 200 },
  });
  return data.messages.map((message) => message.content);
};

it('neither loses nor duplicates a message when the server is killed, and keeps the outbox across a reload', async () => {
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });
  const left = await sit(asha);
  const right = await sit(bina);
  await Promise.all([left.open('Bina Rao'), right.open('Asha Verma')]);
  await left.write('before the crash');
  await right.bubble('before the crash').waitFor();

  await server.kill();
  await left.write('written while it was down');
  await left.write('and a second one');
  await untilTick(left.tick('and a second one'), 'waiting');
  await left.banner.waitFor();

  await server.restart();
  await right.bubble('and a second one').waitFor();
  await untilTick(left.tick('and a second one'), 'seen');

  await server.kill();
  await left.write('waits over a reload');
  await untilTick(left.tick('waits over a reload'), 'waiting');
  await server.restart();
  await left.actor.page.reload();
  await right.bubble('waits over a reload').waitFor();
  await left.open('Bina Rao');
  await untilTick(left.tick('waits over a reload'), 'seen');

  const expected = ['before the crash', 'written while it was down', 'and a second one', 'waits over a reload'];
  expect((await storedContents()).slice(-4)).toEqual(expected);
  expect((await left.texts()).slice(-4)).toEqual(expected);
  expect((await right.texts()).slice(-4)).toEqual(expected);
});

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { createWorld, type Person, type World } from './world.js';

let world: World;
let asha: Person;
let bina: Person;

beforeAll(async () => {
  world = await createWorld();
  [asha, bina] = [await world.signUp('Asha Verma'), await world.signUp('Bina Rao')];
});
afterAll(() => world.close());
afterEach(async () => expect(await world.leave()).toEqual([]));

const sit = async (person: Person, path?: string) => {
  const seat = await world.seat(person, path);
  return { seat, ...chat(seat) };
};

const storedContents = async (): Promise<string[]> => {
  const answer = await world.api(asha, `GET /api/messages/conversation/${bina.id}?limit=200`);
  const { data } = (await answer.json()) as { data: { messages: { content: string }[] } };
  return data.messages.map((message) => message.content);
};

it('a link opens the conversation, a message is seen at once in the other browser, unread and seen follow', async () => {
  const left = await sit(asha, `/messages?user=${bina.id}&name=Bina%20Rao`);
  await left.composer.waitFor();
  expect(new URL(left.seat.page.url()).search).toBe('');
  const right = await sit(bina, '/dashboard');
  await right.bell.waitFor();

  await left.write('Namaste, Bina!');
  await left.bubble('Namaste, Bina!').waitFor();
  await untilTick(left.tick('Namaste, Bina!'), 'sent');
  await right.seat.page.getByRole('button', { name: 'New messages: 1 unread' }).waitFor();

  await right.seat.page.getByRole('link', { name: 'Messages' }).first().click();
  await right.open('Asha Verma');
  await right.bubble('Namaste, Bina!').waitFor();
  await untilTick(left.tick('Namaste, Bina!'), 'seen');
  await right.seat.page.getByRole('button', { name: 'New messages', exact: true }).waitFor();

  await right.write('Hello Asha');
  await left.bubble('Hello Asha').waitFor();
  await untilTick(right.tick('Hello Asha'), 'seen');
});

it('a non-numeric user in the link is ignored', async () => {
  const { seat, composer } = await sit(asha, '/messages?user=abc&name=Nobody');
  await seat.page
    .getByRole('button', { name: /Bina Rao/u })
    .first()
    .waitFor();
  expect(await composer.count()).toBe(0);
  expect(await seat.page.getByText('Nobody').count()).toBe(0);
});

it('nothing is lost or doubled when the server is killed in between, and a reload in the middle keeps what waits', async () => {
  const left = await sit(asha);
  const right = await sit(bina);
  await Promise.all([left.open('Bina Rao'), right.open('Asha Verma')]);
  await left.write('before the crash');
  await right.bubble('before the crash').waitFor();

  await world.kill();
  await left.write('written while it was down');
  await left.write('and a second one');
  await untilTick(left.tick('and a second one'), 'waiting');
  await left.banner.waitFor();

  await world.restart();
  await right.bubble('and a second one').waitFor();
  await untilTick(left.tick('and a second one'), 'seen');

  await world.kill();
  await left.write('waits over a reload');
  await untilTick(left.tick('waits over a reload'), 'waiting');
  await world.restart();
  await left.seat.page.reload();
  await right.bubble('waits over a reload').waitFor();
  await left.open('Bina Rao');
  await untilTick(left.tick('waits over a reload'), 'seen');

  const expected = ['before the crash', 'written while it was down', 'and a second one', 'waits over a reload'];
  expect((await storedContents()).slice(-4)).toEqual(expected);
  expect((await left.texts()).slice(-4)).toEqual(expected);
  expect((await right.texts()).slice(-4)).toEqual(expected);
});

it('shows to two tabs of one member the same, and sends from both only once', async () => {
  const first = await sit(asha);
  await first.open('Bina Rao');
  const tab = await first.seat.context.newPage();
  await tab.goto(`${world.url}/messages`);
  const second = chat({ ...first.seat, page: tab });
  await second.open('Bina Rao');
  await first.write('from the first tab');
  await second.bubble('from the first tab').waitFor();
  await second.write('from the second tab');
  await first.bubble('from the second tab').waitFor();
  await untilTick(second.tick('from the second tab'), 'sent');
  const contents = await storedContents();
  expect(contents.filter((content) => content.includes('tab'))).toEqual(['from the first tab', 'from the second tab']);
});

it('history loads upward in a long thread, and a pill leads back down', async () => {
  for (let n = 1; n <= 120; n += 1)
    await world.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: `line ${n} of many` });
  const { seat, open, bubble } = await sit(asha);
  await open('Bina Rao');
  await seat.page.getByRole('region', { name: 'Messages with Bina Rao' }).hover();
  await expect
    .poll(
      async () => {
        await seat.page.mouse.wheel(0, -2_000);
        return bubble('line 3 of many').count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await seat.page.getByRole('button', { name: /newest/iu }).click();
  await bubble('line 120 of many').waitFor();
});

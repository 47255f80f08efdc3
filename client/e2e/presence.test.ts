import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { createWorld, type Person, type World } from './world.js';

let world: World;
let asha: Person;
/** Whoever wrote to Asha, the last of them first: as her list shows them. */
let others: Person[];

beforeAll(async () => {
  world = await createWorld();
  asha = await world.signUp('Asha Verma');
  others = [];
  for (let n = 1; n <= 18; n += 1) {
    const person = await world.signUp(`Writer ${String.fromCharCode(64 + n)}`);
    await world.api(person, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });
    others.unshift(person);
  }
});
afterAll(() => world.close());
afterEach(async () => expect(await world.leave()).toEqual([]));

it('hears of the members whose conversations are scrolled into sight, and of nobody else', async () => {
  const { page } = await world.seat(asha, '/dashboard');
  let watched: number[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const packet = /^42\d+(\["presence:watch".*)$/u.exec(String(payload))?.[1];
      if (packet) watched = (JSON.parse(packet) as [string, { userIds: number[] }])[1].userIds;
    }),
  );
  await page.goto(`${world.url}/messages`);
  const { row } = chat({ page });
  const [newest, oldest] = [others.at(0) as Person, others.at(-1) as Person];
  await row(newest.name).waitFor();
  await expect.poll(() => watched).toContain(newest.id);
  expect(watched).not.toContain(oldest.id);
  expect(watched.length).toBeLessThan(others.length);

  // Nobody tells Asha's page that the oldest came online; once she looks, she sees it.
  await world.seat(oldest);
  const online = (name: string) => page.getByRole('button', { name: new RegExp(`${name}.*Online`, 'u') });
  await row(oldest.name).scrollIntoViewIfNeeded();
  await online(oldest.name).waitFor();
  expect(watched).toContain(oldest.id);
  expect(watched).not.toContain(newest.id);

  await world.seat(newest);
  await row(newest.name).scrollIntoViewIfNeeded();
  await online(newest.name).waitFor();
});

import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
const asha = await server.signUp('Asha Verma');
/** Members who wrote to Asha, the latest first, as in her list. */
const others: Account[] = [];
for (let n = 1; n <= 18; n += 1) {
  const account = await server.signUp(`Writer ${String.fromCharCode(64 + n)}`);
  await server.api(account, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });
  others.unshift(account);
}

it('receives presence only of members whose conversations are scrolled into view', async () => {
  const { page, emitted } = await server.actor(asha);
  const watched = (): number[] => {
    const last = emitted.findLast(({ event }) => event === 'presence:watch');
    return (last?.payload as { userIds: number[] } | undefined)?.userIds ?? [];
  };
  const { row } = chat({ page });
  const [newest, oldest] = [others.at(0) as Account, others.at(-1) as Account];
  await row(newest.name).waitFor();
  await expect.poll(watched).toContain(newest.id);
  expect(watched()).not.toContain(oldest.id);
  expect(watched().length).toBeLessThan(others.length);

  // Asha's page gets no event when the oldest comes online; she sees it once that conversation is on screen.
  await server.actor(oldest);
  const online = (name: string) => page.getByRole('link', { name: new RegExp(`${name}.*Online`, 'u') });
  await row(oldest.name).scrollIntoViewIfNeeded();
  await online(oldest.name).waitFor();
  expect(watched()).toContain(oldest.id);
  expect(watched()).not.toContain(newest.id);

  await server.actor(newest);
  await row(newest.name).scrollIntoViewIfNeeded();
  await online(newest.name).waitFor();
});

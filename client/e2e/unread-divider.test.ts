import { setTimeout as sleep } from 'node:timers/promises';
import { runsAll } from '@sangam/testing/runs';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { layoutShiftOf, movedOn, observeLayoutShift } from './layout-shift.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();

/** Longer than the time after a press in which layout shifts don't count. */
const SLOW_MS = 1_500;
const EARLIER = 30;

it.runIf(runsAll)('the unread divider appears together with the messages below it, and moves nothing', async () => {
  const [asha, bina, chitra] = [
    await server.signUp('Asha Verma'),
    await server.signUp('Bina Rao'),
    await server.signUp('Chitra Das'),
  ];
  const write = (receiver_id: number, content: string, by = bina) =>
    server.api(by, 'POST /api/messages', { receiver_id, content });
  for (let n = 1; n <= EARLIER; n += 1) {
    await write(asha.id, `line ${n}`);
    await write(bina.id, `answer ${n}`, asha);
  }
  await server.api(asha, `PUT /api/messages/mark-read/${bina.id}`);
  await write(asha.id, 'Hello from Chitra', chitra);

  // On a phone, since in a wide window the list's rows beside the messages may move.
  const { page, context } = await server.actor(asha, '/dashboard', { viewport: { width: 390, height: 844 } });
  await observeLayoutShift(context);
  // Without live updates, which would keep the conversation current in the background.
  await context.route('**/socket.io/**', (route) => route.abort());
  await context.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  await page.goto('/messages');
  const { open, bubble } = chat({ page });
  await open('Bina Rao');
  await bubble(`answer ${EARLIER}`).waitFor();
  const leave = () => page.getByRole('button', { name: 'Back to conversations' }).click();
  await leave();
  await open('Chitra Das');
  await bubble('Hello from Chitra').waitFor();
  await write(asha.id, 'new 1');
  await write(asha.id, 'new 2');
  const changed = await server.api(bina, `PUT /api/messages/conversation/${asha.id}/1/reactions`, {
    client_id: crypto.randomUUID(),
    emoji: '👍',
  });
  expect(changed.status).toBe(200);
  const asked = page.waitForRequest(/changed_since/u);
  await page.route(/changed_since/u, async (route) => {
    await sleep(SLOW_MS);
    await route.continue();
  });
  await leave();
  await open('Bina Rao');
  await bubble('new 2').waitFor();
  const divider = page.getByText('Unread messages', { exact: true });
  expect(await divider.isVisible()).toBe(true);
  await asked;
  const before = await layoutShiftOf(page);
  const seen = (await movedOn(page)).length;
  await page.waitForResponse(/changed_since/u);
  await sleep(300);
  expect(await divider.isVisible()).toBe(true);
  expect({ shift: (await layoutShiftOf(page)) - before, moved: (await movedOn(page)).slice(seen) }).toEqual({
    shift: 0,
    moved: [],
  });
});

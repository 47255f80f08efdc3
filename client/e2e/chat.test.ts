import { runsAll } from '@sangam/testing/runs';
import { expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];

const sit = async (account: Account, path?: string) => {
  const actor = await server.actor(account, path);
  return { actor, ...chat(actor) };
};

const storedContents = async (): Promise<string[]> => {
  const { data } = await server.call(asha, 'GET /api/messages/conversation/:userId', {
    params: { userId: bina.id },
    query: { limit: 200 },
  });
  return data.messages.map((message) => message.content);
};

it('a link opens the conversation; a message appears at once in the other browser, as do unread count and seen tick', async () => {
  const left = await sit(asha, `/messages?user=${bina.id}&name=Bina%20Rao`);
  await left.composer.waitFor();
  const { page } = left.actor;
  // There is no message yet, so the address names the member.
  expect(page.url()).toBe(`${server.url}/messages/${bina.id}`);
  const right = await sit(bina, '/dashboard');
  await right.bell.waitFor();

  await left.write('Namaste, Bina!');
  await left.bubble('Namaste, Bina!').waitFor();
  await untilTick(left.tick('Namaste, Bina!'), 'sent');
  await page.waitForURL('**/messages/c/*');
  await right.actor.page.getByRole('button', { name: 'New messages: 1 unread' }).waitFor();

  await right.actor.page.getByRole('link', { name: 'Messages' }).first().click();
  await right.open('Asha Verma');
  await right.bubble('Namaste, Bina!').waitFor();
  await untilTick(left.tick('Namaste, Bina!'), 'seen');
  await right.actor.page.getByRole('button', { name: 'New messages', exact: true }).waitFor();

  await right.write('Hello Asha');
  await left.bubble('Hello Asha').waitFor();
  await untilTick(right.tick('Hello Asha'), 'seen');
});

it.runIf(runsAll)('a non-numeric user in the link is ignored', async () => {
  const { actor, composer } = await sit(asha, '/messages?user=abc&name=Nobody');
  await actor.page
    .getByRole('link', { name: /Bina Rao/u })
    .first()
    .waitFor();
  expect(await composer.count()).toBe(0);
  expect(await actor.page.getByText('Nobody').count()).toBe(0);
  await actor.page.goto(`/messages/${asha.id}`);
  await actor.page.waitForURL(`${server.url}/messages`);
});

it('a conversation has an address: reload and another tab show it, Back leaves it, and navigating keeps one entry', async () => {
  const { actor, open, composer, row } = await sit(asha, '/projects');
  const { page } = actor;
  await page.getByRole('link', { name: 'Messages', exact: true }).first().click();
  await open('Bina Rao');
  const address = page.url();
  expect(new URL(address).pathname).toMatch(/^\/messages\/c\/\d+$/u);
  await page.waitForFunction(() => document.title.endsWith('Bina Rao · Messages · Sangam'));
  expect(await row('Bina Rao').getAttribute('aria-current')).toBe('page');
  await page.reload();
  await composer.waitFor();
  expect(page.url()).toBe(address);
  // An address of the previous version redirects to the conversation's.
  await page.goto(`/messages/${bina.id}?m=1`);
  await page.waitForURL(`${address}?m=1`);
  await page.goBack();
  await page.waitForURL(address);
  await page.goBack();
  await page.getByText('No conversation selected').waitFor();
  expect(page.url()).toBe(`${server.url}/messages`);
  await page.goForward();
  await composer.waitFor();
  await page.goBack();
  await page.goBack();
  await page.waitForURL('**/projects');
});

it.runIf(runsAll)('an unknown member’s address says so, has no composer, and leads back to the list', async () => {
  const { actor, composer, row } = await sit(asha, '/messages?user=999999&name=Nobody');
  const { page } = actor;
  await page.getByRole('heading', { name: 'This member doesn’t exist' }).waitFor();
  expect(await composer.count()).toBe(0);
  expect(page.url()).toBe(`${server.url}/messages/999999`);
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await page.getByText('No conversation selected').waitFor();
  await row('Bina Rao').waitFor();
});

it('two tabs of one member show the same, and each sends only once', async () => {
  const first = await sit(asha);
  await first.open('Bina Rao');
  const tab = await first.actor.context.newPage();
  await tab.goto('/messages');
  const second = chat({ ...first.actor, page: tab });
  await second.open('Bina Rao');
  await first.write('from the first tab');
  await second.bubble('from the first tab').waitFor();
  await second.write('from the second tab');
  await first.bubble('from the second tab').waitFor();
  await untilTick(second.tick('from the second tab'), 'sent');
  const contents = await storedContents();
  expect(contents.filter((content) => content.includes('tab'))).toEqual(['from the first tab', 'from the second tab']);
});

it.runIf(runsAll)('a long thread loads earlier messages upward, and a button leads back down', async () => {
  for (let n = 1; n <= 120; n += 1)
    await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: `line ${n} of many` });
  const { actor, open, bubble } = await sit(asha);
  await open('Bina Rao');
  await actor.page.getByRole('region', { name: 'Messages with Bina Rao' }).hover();
  await expect
    .poll(
      async () => {
        await actor.page.mouse.wheel(0, -2_000);
        return bubble('line 3 of many').count();
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  await actor.page.getByRole('button', { name: /newest/iu }).click();
  await bubble('line 120 of many').waitFor();
});

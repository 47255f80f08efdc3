import { eventually } from '@sangam/testing/eventually';
import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { logOut } from './account-menu.js';
import { chat, untilTick } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
const chitra = await server.signUp('Chitra Das');
const title = `Stepwell ${asha.id}`;
const write = (from: Account, to: Account, content: string) =>
  server.api(from, 'POST /api/messages', { receiver_id: to.id, content });

await write(bina, asha, 'Hello');
await write(asha, chitra, 'Only for Asha and Chitra');
const projectId = await server.postProject(bina, { title });

/** Returns the contents of the stored messages between two members. */
const stored = async (one: Account, other: Account): Promise<string[]> => {
  const { data } = await server.call(one, 'GET /api/messages/conversation/:userId', { params: { userId: other.id } });
  return data.messages.map(({ content }) => content);
};

const signIn = async (page: Page, { email, password }: Account) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/login');
};
const is = (page: Page, { name }: Account) =>
  page
    .getByRole('heading', { level: 1 })
    .getByText(name.split(' ')[0] ?? '')
    .waitFor();

/** Signs in again, so that a logout doesn't end another test's session. */
const withOwnSession = async (account: Account): Promise<Account> => {
  const { email, password } = account;
  const { token } = await server.call(account, 'POST /api/auth/login', { body: { email, password } });
  return { ...account, token };
};

/** Opens two tabs of one browser. */
const openTabs = async (account: Account | null, firstPath: string, secondPath: string) => {
  const {
    context,
    page: first,
    faults,
  } = account === null ? await server.visit(firstPath) : await server.actor(await withOwnSession(account), firstPath);
  const second = await context.newPage();
  await second.goto(`${secondPath}`);
  return { context, first, second, faults };
};

it.runIf(runsAll)(
  'signing in on one tab also signs in the other without a reload, and opens the page it was going to',
  async () => {
    const { first, second } = await openTabs(null, '/login', '/messages');
    await second.waitForURL('**/login?next=%2Fmessages');
    for (const page of [first, second]) await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
    await signIn(first, asha);
    await second.waitForURL('**/messages');
    await is(first, asha);
    // The other tab is live as well.
    await write(bina, asha, 'for both');
    await second.getByRole('button', { name: 'New messages: 2 unread' }).waitFor();
    expect(await second.evaluate(() => 'loadedOnce' in window)).toBe(true);
  },
);

it.runIf(runsAll)(
  'a public page stays open while another tab signs in and out, and follows the member who is signed in',
  async () => {
    const { context, first, second } = await openTabs(null, '/login', '/projects');
    const third = await context.newPage();
    await third.goto(`/projects/${projectId}`);
    const project = (page: Page) => page.getByRole('heading', { name: title }).waitFor();
    await Promise.all([project(second), project(third)]);
    await signIn(first, asha);
    await second.getByRole('button', { name: 'Create Project' }).waitFor();
    await third.getByText('Take part').waitFor();
    await Promise.all([project(second), project(third)]);
    await logOut(first);
    await third.getByText('Login to request to connect with the project owner.').waitFor();
    await second.getByRole('button', { name: 'Create Project' }).waitFor({ state: 'detached' });
    await Promise.all([project(second), project(third)]);
    expect(new URL(second.url()).pathname).toBe('/projects');
  },
);

it.runIf(runsAll)(
  'a tab that has the outbox’s lock and does nothing, like a frozen one, holds up no other',
  async () => {
    const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
    await write(bina, asha, 'Hello');
    const { first, second } = await openTabs(asha, '/terms', '/messages');
    await first.evaluate(
      (name) => void navigator.locks.request(name, () => new Promise(() => {})),
      `outbox:${asha.id}`,
    );
    const page = chat({ page: second });
    await page.open('Bina Rao');
    await page.write('without the lock');
    await untilTick(page.tick('without the lock'), 'sent');
    expect(await stored(asha, bina)).toEqual(['Hello', 'without the lock']);
  },
);

it.runIf(runsAll)(
  'keeps a member’s unsent messages after their session has ended, while another is signed in, in every tab',
  async () => {
    const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
    const chitra = await server.signUp('Chitra Das');
    await write(bina, asha, 'Hello');
    const { context, first, second } = await openTabs(asha, '/dashboard', '/messages');
    const page = chat({ page: second });
    let cut = true;
    await context.route('**/api/messages', (route) => (cut ? route.abort() : route.fallback()));
    await context.route('**/socket.io/**', (route) => (cut ? route.abort() : route.fallback()));
    await context.routeWebSocket('**/socket.io/**', (socket) => void (cut ? socket.close() : socket.connectToServer()));
    await Promise.all([first.reload(), second.reload()]);
    await page.open('Bina Rao');
    await page.write('only Asha says this');
    await untilTick(page.tick('only Asha says this'), 'waiting');
    await page.composer.fill('half a thought of Asha');
    // The server ends her session.
    const token = await first.evaluate(() => localStorage.getItem('token') ?? '');
    await server.api({ ...asha, token }, 'POST /api/auth/logout');
    await first.reload();
    await first.waitForURL(({ pathname }) => pathname === '/login');
    await second.getByText('Your session has ended.').waitFor();
    cut = false;
    await signIn(first, chitra);
    // The second tab's address is that of Asha's conversation.
    await second.getByRole('heading', { name: 'This conversation doesn’t exist' }).waitFor();
    await is(first, chitra);

    // Chitra writes to the same member, from Asha's tab.
    await second.goto(`/messages?user=${bina.id}&name=Bina`);
    await page.composer.waitFor();
    expect(await page.composer.inputValue()).toBe('');
    await page.write('Chitra here');
    await untilTick(page.tick('Chitra here'), 'sent');
    expect(await page.texts()).toEqual(['Chitra here']);
    expect(await stored(bina, chitra)).toEqual(['Chitra here']);
    expect(await stored(bina, asha)).not.toContain('only Asha says this');

    await logOut(first);
    await second.getByText('Your session has ended.').waitFor();
    await signIn(second, asha);
    await eventually(async () =>
      expect((await stored(bina, asha)).filter((text) => text === 'only Asha says this')).toHaveLength(1),
    );
    expect(await stored(bina, chitra)).toEqual(['Chitra here']);
  },
);

it.runIf(runsAll)(
  'a tab whose member is replaced without a logout neither shows nor opens the previous member’s data',
  async () => {
    await write(await server.signUp('Devi Rao'), asha, 'Only for Asha');
    const { first, second } = await openTabs(asha, '/dashboard', '/messages');
    const page = chat({ page: second });
    await page.row('Devi Rao').waitFor();
    await page.open('Chitra Das');
    await page.bubble('Only for Asha and Chitra').waitFor();
    await page.composer.fill('half a thought of Asha');
    // As /oauth-success does: one member's token replaces the other's.
    await first.evaluate((token) => localStorage.setItem('token', token), chitra.token);
    await page.composer.waitFor({ state: 'detached' });
    // The conversation of the two stays open, now as Chitra sees it.
    await second.getByRole('heading', { name: 'Asha Verma' }).waitFor();
    await page.row('Asha Verma').waitFor();
    await page.composer.waitFor();
    expect(await page.composer.inputValue()).toBe('');
    expect(await second.getByRole('link', { name: /Devi Rao/u }).count()).toBe(0);
    await page.open('Asha Verma');
    expect(await page.composer.inputValue()).toBe('');
    await page.write('Chitra answers');
    await untilTick(page.tick('Chitra answers'), 'sent');
    expect(await stored(asha, chitra)).toEqual(['Only for Asha and Chitra', 'Chitra answers']);
  },
);

it('two tabs agree on unread counts, on the theme and on a logout; the tab’s title counts', async () => {
  const devika = await server.signUp('Devika Nair');
  const { first, second } = await openTabs(devika, '/dashboard', '/dashboard');
  const bells = [first, second].map((page) => page.getByRole('button', { name: /^New messages/u }).first());
  await Promise.all(bells.map((bell) => bell.waitFor()));
  await write(bina, devika, 'one for both tabs');
  await write(bina, devika, 'and another');
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'New messages: 2 unread' }).waitFor();
    await page.waitForFunction(() => document.title === '(2) Dashboard · Sangam');
  }
  await first.getByRole('link', { name: 'Messages', exact: true }).first().click();
  await chat({ page: first }).open('Bina Rao');
  await second.getByRole('button', { name: 'New messages', exact: true }).waitFor();
  await second.waitForFunction(() => document.title === 'Dashboard · Sangam');

  await second.getByRole('button', { name: 'Switch to light theme' }).click();
  await first.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  await logOut(second);
  await first.getByText('Your session has ended.').waitFor();
});

it('two devices that edit the profile at once join their changes, and say so of a field that both have changed', async () => {
  const own = await server.signUp('Deepa Nair');
  await server.api(own, 'PATCH /api/users/profile', { college: 'IIT Delhi', skills: ['Go'] });
  const [{ page: laptop }, { page: phone }] = [
    await server.actor(own, '/profile'),
    await server.actor(own, '/profile'),
  ];
  for (const page of [laptop, phone]) await page.getByRole('button', { name: 'Edit Profile' }).click();
  const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
  const stored = async () => (await server.call(own, 'GET /api/auth/me')).user;
  // The laptop is offline while the phone saves: it neither gets the event nor has the newest version.
  await laptop.getByLabel('College').fill('IIT Bombay');
  await laptop.context().setOffline(true);
  await phone.getByLabel('Skills').fill('Go, SQL');
  await phone.getByLabel('College').fill('IIT Madras');
  await save(phone).click();
  await phone.getByText('Profile updated successfully!').waitFor();
  await laptop.context().setOffline(false);
  await save(laptop).click();
  await laptop.getByText('This was changed elsewhere to “IIT Madras”. Save again to replace that.').waitFor();
  expect(await laptop.getByLabel('College').inputValue()).toBe('IIT Bombay');
  expect(await stored()).toMatchObject({ college: 'IIT Madras', skills: ['Go', 'SQL'] });
  await save(laptop).click();
  await laptop.getByText('Profile updated successfully!').waitFor();
  expect(await stored()).toMatchObject({ college: 'IIT Bombay', skills: ['Go', 'SQL'] });
  // The phone shows it at once.
  await phone.getByText('IIT Bombay').first().waitFor();
});

it('two devices that draw free hours at once join them', async () => {
  const own = await server.signUp('Esha Sen');
  await server.api(own, 'PUT /api/hours', { hours: '0'.repeat(672), zone: 'Asia/Kolkata' });
  const [{ page: laptop }, { page: phone }] = [
    await server.actor(own, '/settings/hours'),
    await server.actor(own, '/settings/hours'),
  ];
  for (const page of [laptop, phone]) await page.getByText('No free hours yet').waitFor();
  await phone.getByRole('gridcell', { name: 'Monday, 9:00 am' }).click();
  await phone.getByText('Saved', { exact: true }).waitFor();
  await laptop.getByRole('gridcell', { name: 'Tuesday, 10:00 am' }).click();
  await laptop.getByText('30 min a week').waitFor();
  await laptop.getByText('Saved', { exact: true }).waitFor();
  const { hours } = (await server.call(own, 'GET /api/hours')).data;
  expect([...(hours?.hours ?? '')].flatMap((bit, index) => (bit === '1' ? [index] : []))).toEqual([36, 136]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { everyNth, runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
const project = await server.postProject(bina, { title: `Tidal clock ${bina.id}` });
await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'Mine' });
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Theirs' });

/** Pause between key presses of a fast typist. */
const KEY_MS = 70;
const CODE_MS = 900;

/** From now on, code that isn't loaded yet takes `CODE_MS` to load. */
const delayCode = (page: Page) =>
  page.route('**/*.js', async (route) => {
    await sleep(CODE_MS);
    await route.continue();
  });
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: KEY_MS });
const messages = async () => {
  const { data } = await server.call(asha, 'GET /api/messages/conversation/:userId', { params: { userId: bina.id } });
  return data.messages.map(({ content }) => content);
};
const actions = (page: Page, text: string) =>
  chat({ page })
    .bubble(text)
    .getByRole('button', { name: /^Actions for/u });
const choose = async (page: Page, text: string, name: string) => {
  await chat({ page }).bubble(text).hover();
  await actions(page, text).click();
  await page.getByRole('menu', { name: 'Message' }).getByRole('menuitem', { name, exact: true }).waitFor();
};

interface Case {
  opens: string;
  path?: string;
  /** Runs before code becomes slow. */
  before?: (page: Page) => Promise<unknown>;
  open: (page: Page) => Promise<unknown>;
  /** The label of the field that must receive the typed text; absent for a dialog without a field. */
  field?: string | RegExp;
  /** Enter would send the typed text, so it isn't pressed. */
  isSent?: true;
  value?: string;
}

const focusComposer = (page: Page) => chat({ page }).composer.click();
const cases: Case[] = [
  {
    opens: 'the search by Ctrl K in the composer',
    before: focusComposer,
    open: (page) => page.keyboard.press('Control+k'),
    field: 'Search projects, people and messages',
  },
  {
    opens: 'the search by /',
    before: (page) => page.getByRole('region', { name: /^Messages with/u }).focus(),
    open: (page) => page.keyboard.press('/'),
    field: 'Search projects, people and messages',
  },
  {
    opens: 'the editor of the last message by the up arrow',
    before: focusComposer,
    open: (page) => page.keyboard.press('ArrowUp'),
    field: 'Edit message',
    value: 'Minebudget',
  },
  {
    opens: 'a reply by R',
    before: (page) => actions(page, 'Theirs').focus(),
    open: (page) => page.keyboard.press('r'),
    field: 'Message to Bina Rao',
    isSent: true,
  },
  {
    opens: 'the list of emoji',
    before: (page) => choose(page, 'Theirs', 'Reply'),
    open: (page) => page.getByRole('menuitem', { name: 'More emoji' }).click(),
    field: 'Search emoji',
  },
  {
    opens: 'the deletion of a message',
    before: (page) => choose(page, 'Mine', 'Delete…'),
    open: (page) => page.getByRole('menuitem', { name: 'Delete…' }).click(),
  },
  {
    opens: 'a block',
    before: async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: /^Block/u }).waitFor();
    },
    open: (page) => page.getByRole('menuitem', { name: /^Block/u }).click(),
  },
  {
    opens: 'a new chat',
    open: (page) => page.getByRole('button', { name: 'New chat' }).first().click(),
    field: 'Member’s name',
  },
  {
    opens: 'a new project',
    path: '/projects',
    open: (page) => page.getByRole('button', { name: 'Create', exact: true }).first().press('Enter'),
    field: 'Title',
  },
  {
    opens: 'a join request',
    path: `/projects/${project}`,
    open: (page) => page.getByRole('button', { name: /join/iu }).first().press('Enter'),
    field: /message/iu,
  },
  {
    opens: 'a part of the member’s own page',
    path: `/people/${asha.id}`,
    open: (page) => page.getByRole('button', { name: 'Edit about' }).press('Enter'),
    field: 'About',
  },
  {
    opens: 'the name on the member’s own page',
    path: `/people/${asha.id}`,
    open: (page) => page.getByRole('button', { name: 'Edit intro' }).press('Enter'),
    field: 'Name',
    value: 'Asha Vermabudget',
  },
  {
    opens: 'an invitation',
    path: `/people/${bina.id}`,
    open: (page) => page.getByRole('button', { name: 'Invite to a project' }).press('Enter'),
  },
  {
    opens: 'more filters',
    path: '/projects',
    open: (page) => page.getByRole('button', { name: 'More filters' }).press('Enter'),
    field: 'Skill',
  },
];

it.each(everyNth(5, cases))('keys typed while $opens is still loading reach it', async (each) => {
  const { page } = await server.actor(asha, each.path ?? `/messages/${bina.id}`);
  if (each.path === undefined) await chat({ page }).bubble('Theirs').waitFor();
  await settled(page);
  await each.before?.(page);
  await delayCode(page);
  const before = await messages();
  await each.open(page);
  await type(page, 'budget');
  if (!each.isSent) await page.keyboard.press('Enter');
  const { field } = each;
  if (field === undefined) await page.getByRole('dialog').waitFor();
  else {
    const box = page.locator('input, textarea').and(page.getByLabel(field)).last();
    await expect.poll(() => box.inputValue(), { timeout: 15_000 }).toBe(each.value ?? 'budget');
  }
  const { composer } = chat({ page });
  if (!each.isSent && (await composer.count()) > 0) expect(await composer.inputValue()).toBe(each.value ?? '');
  expect(await messages()).toEqual(before);
});

it.runIf(runsAll)('returns the keyboard when Escape ends the wait', async () => {
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  const { composer } = chat({ page });
  await composer.click();
  await settled(page);
  await delayCode(page);
  await page.keyboard.press('Control+k');
  await type(page, 'lost');
  await page.keyboard.press('Escape');
  await type(page, 'kept');
  expect(await composer.inputValue()).toBe('kept');
  await page.waitForTimeout(CODE_MS);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
});

it.runIf(runsAll)('Enter chooses a mention or an emoji even while its list is still loading', async () => {
  await server.joinTeam(project, bina, asha);
  const team = await server.actor(asha, '/messages');
  await chat(team).open(`Tidal clock ${bina.id}`);
  await chat(team).composer.click();
  await settled(team.page);
  await delayCode(team.page);
  await type(team.page, 'ask @bin');
  await team.page.keyboard.press('Enter');
  await expect.poll(() => chat(team).composer.inputValue(), { timeout: 15_000 }).toBe('ask @Bina Rao ');

  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  const { composer } = chat({ page });
  await composer.click();
  await settled(page);
  await delayCode(page);
  await type(page, 'off to :rocke');
  await page.keyboard.press('Enter');
  await expect.poll(() => composer.inputValue(), { timeout: 15_000 }).toBe('off to 🚀');
});

it('text typed after the up arrow isn’t sent as a new message if the editor can’t be loaded', async () => {
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  await chat({ page }).bubble('Theirs').waitFor();
  await settled(page);
  await focusComposer(page);
  await page.route('**/*.js', (route) => route.abort());
  const before = await messages();
  await page.keyboard.press('ArrowUp');
  await type(page, ' fixed');
  await page.keyboard.press('Enter');
  await page.getByText('You can edit messages once you’re online.').waitFor();
  expect([await messages(), await chat({ page }).composer.inputValue()]).toEqual([before, '']);
});

it('says that the editor can’t be opened offline if its code wasn’t loaded, and gives the composer back', async () => {
  const { page, context } = await server.actor(asha, `/messages/${bina.id}`);
  await chat({ page }).bubble('Theirs').waitFor();
  await settled(page);
  await choose(page, 'Mine', 'Edit');
  await page.route('**/*.js', (route) => route.abort());
  await context.setOffline(true);
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await page.getByText('Couldn’t open this. Check your connection and try again.').waitFor();
  await chat({ page }).composer.waitFor();
});

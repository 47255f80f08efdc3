import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import type { Account, Actor } from './test-server.js';
import { secondPressOver } from './within.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
const projectId = await server.postProject(asha, { title: 'Stepwell puzzles' });
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });

const sit = async (account: Account, path: string, phone = false): Promise<Actor> => {
  const actor = await server.actor(account, path);
  if (phone) await actor.page.setViewportSize({ width: 390, height: 844 });
  return actor;
};
const path = (page: Page): string => new URL(page.url()).pathname;

it('a session ended by the server leads to /login, even from a public page', async () => {
  const account = await server.signUp('Chitra Das');
  const { page } = await sit(account, '/projects');
  await page.getByRole('button', { name: 'Create Project' }).waitFor();
  await server.api(account, 'POST /api/auth/logout');
  await page.waitForURL('**/login*');
  await page.getByText('Your session has ended.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

it.runIf(runsAll)('loading a public page with an expired token leaves it open', async () => {
  const account = await server.signUp('Dev Anand');
  await server.api(account, 'POST /api/auth/logout');
  const { page } = await sit(account, `/projects/${projectId}`);
  await page.getByText('Login to request to connect with the project owner.').waitFor();
  expect(path(page)).toBe(`/projects/${projectId}`);
});

it.runIf(runsAll)(
  'the mobile menu closes on a link to the current page, on a touch outside and on Escape, which returns the focus',
  async () => {
    const { page } = await sit(asha, '/dashboard', true);
    const open = page.getByRole('button', { name: 'Open menu' });
    const close = page.getByRole('button', { name: 'Close menu' });
    await open.click();
    const menu = page.locator('#mobile-menu');
    await menu.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await open.click();
    await menu.getByRole('link', { name: 'Profile' }).click();
    await open.click();
    await page.keyboard.press('Escape');
    await open.waitFor();
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
    await open.click();
    await close.waitFor();
    await page.mouse.click(200, 820);
    await open.waitFor();
  },
);

it('on a phone, Back from a conversation leads to the list once, and then to the previous page', async () => {
  const actor = await sit(asha, '/dashboard', true);
  const { page } = actor;
  await page
    .getByRole('navigation', { name: 'Shortcuts' })
    .getByRole('link', { name: /^Messages/u })
    .click();
  const { open, composer, row } = chat(actor);
  await open('Bina Rao');
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await row('Bina Rao').waitFor();
  expect(await composer.count()).toBe(0);
  await page.goBack();
  await page.waitForURL('**/dashboard');
});

it('the create dialog keeps its text when closed by mistake, and starts empty after success', async () => {
  const { page } = await sit(asha, '/projects');
  const open = () => page.getByRole('button', { name: 'Create Project' }).first().click();
  const dialog = page.getByRole('dialog');
  const title = dialog.getByLabel('Title');
  await open();
  await title.fill('A long thought');
  await page.keyboard.press('Escape');
  await title.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Create Project');
  await open();
  expect(await title.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await title.inputValue()).toBe('A long thought');
  await dialog.getByLabel('Description').fill('Thought through.');
  await dialog.getByLabel('Category').selectOption('other');
  const submit = dialog.getByRole('button', { name: 'Create Project' });
  await submit.dblclick();
  await page.getByText('Project created successfully!').waitFor();
  await page.getByRole('heading', { name: 'A long thought', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByRole('link', { name: 'A long thought' }).waitFor();
  await open();
  expect(await title.inputValue()).toBe('');
});

it.runIf(runsAll)(
  'joining: a request from another tab shows as requested, and leaving asks for confirmation',
  async () => {
    const { page } = await sit(bina, `/projects/${projectId}`);
    const join = page.getByRole('button', { name: 'Join the team' });
    await join.waitFor();
    await server.api(bina, 'POST /api/project-requests', { project_id: projectId });
    const withdraw = page.getByRole('button', { name: 'Withdraw' });
    // A refresh may show the request before the click is answered.
    const ask = async () => {
      await join.click();
      await page.getByRole('button', { name: 'Send request' }).click();
    };
    await Promise.any([ask(), withdraw.waitFor()]);
    await withdraw.waitFor();
    const { data } = await server.call(asha, 'GET /api/project-requests/incoming');
    await server.api(asha, `PUT /api/project-requests/${data.requests[0]?.id}/status`, { status: 'accepted' });
    await page.getByRole('button', { name: 'Leave', exact: true }).dblclick();
    await page.getByText('Member', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await secondPressOver(page);
    await page.getByRole('button', { name: 'Leave the team' }).click();
    await page.getByText('Ask again from').first().waitFor();
  },
);

it.runIf(runsAll)(
  'a page whose code could not load while the server was down loads by itself once it is back',
  async () => {
    const { page, proxy } = await server.actorBehindProxy(asha, '/profile');
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    proxy.set('refuse');
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByText('Still trying to reach Sangam.').waitFor();
    proxy.set('pass');
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  },
);

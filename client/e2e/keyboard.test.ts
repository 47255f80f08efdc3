import { everyNth, runsAll } from '@sangam/testing/runs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
const chitra = await server.signUp('Chitra Das');
const title = `Stepwell ${asha.id}`;
const projectId = await server.postProject(asha, { title });
for (const each of [chitra, bina]) {
  await server.api(each, `POST /api/projects/${projectId}/connect`);
  await server.api(each, 'POST /api/project-requests', { project_id: projectId });
}
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });

// The main path of each screen, with the keyboard only.

const TABS_MAX = 90;
const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until this element has the focus, and expects the focus to be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tab = 0; tab < TABS_MAX && !(await hasFocus(target)); tab += 1) await page.keyboard.press('Tab');
  expect(await hasFocus(target), `${target} is reached by Tab`).toBe(true);
  const seen = await target.evaluate((element) => {
    const style = getComputedStyle(element);
    // The composer shows the focus on its frame.
    return style.outlineStyle !== 'none' || element.closest('[class*="focus-within"]') !== null;
  });
  expect(seen, `${target} shows that it has the focus`).toBe(true);
}
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first();

const zoyasEmail = `zoya.${asha.id}@example.org`;

it('landing to account: skip link, sign-up, log out, sign in', async () => {
  const { page } = await server.visit('/');
  await press(page, link(page, 'Skip to content'));
  await press(page, page.getByRole('main').getByRole('link', { name: 'Create your account' }).first());
  await page.getByLabel('Full name').waitFor();
  // The first field already has the focus.
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
  await page.keyboard.type('Zoya Khan');
  for (const [label, text] of [
    ['Email', zoyasEmail],
    ['Password', 'Correct-horse-7'],
    ['Confirm password', 'Correct-horse-7'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await press(page, page.getByRole('checkbox'), 'Space');
  await press(page, button(page, 'Create account'));
  await press(page, link(page, 'Skip for now'));
  await page.waitForURL('**/dashboard');
  await press(page, button(page, 'Account menu'));
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
  // Log out is the last item.
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email');
  await page.keyboard.type(zoyasEmail);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('Correct-horse-7');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
});

it.runIf(runsAll)('forgot password: the email is sent, and the message about it has the focus', async () => {
  const { page } = await server.visit('/login');
  await press(page, link(page, 'Forgot password?'));
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email');
  await page.keyboard.type('asha@example.org');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('If an account exists'));
});

it('dashboard: a request is accepted, the theme switched', async () => {
  const { page } = await server.actor(asha, '/dashboard');
  await press(page, button(page, /^Switch to light/u), 'Space');
  await press(page, button(page, 'Accept Bina Rao'));
  await page.getByText(/^Bina Rao joined “/u).waitFor();
  // The focus is on the outcome, so that a second press of Enter decides nothing else.
  await expect.poll(() => hasFocus(page.locator('[data-outcome]', { hasText: 'Accepted' }))).toBe(true);
  await page.keyboard.press('Enter');
  const reject = button(page, 'Reject Chitra Das');
  await press(page, reject);
  // The question has the focus, and a second press of Enter answers nothing.
  await expect.poll(() => hasFocus(page.getByRole('group', { name: 'Reject Chitra Das' }))).toBe(true);
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Reject request'));
  // The focus is beside the button that undoes it, or on the outcome.
  await page.locator('[data-outcome]:focus', { hasText: /Reopen|Rejected/u }).waitFor();
  await page.keyboard.press('Enter');
  expect(await page.getByText('request was reopened').count()).toBe(0);
});

it.runIf(runsAll)('projects: search from the bar, filter, open; create in a dialog that keeps the focus', async () => {
  const { page } = await server.actor(asha, '/dashboard');
  await press(page, page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }));
  await page.getByRole('combobox', { name: 'Search projects, people and messages' }).waitFor();
  await page.keyboard.type(title);
  await page.getByRole('option', { name: /^Search all projects/u }).waitFor();
  // Arrow up moves from the first result to the last.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/projects?search=Stepwell+${asha.id}`);
  const field = page.getByRole('searchbox', { name: 'Search projects', exact: true });
  await expect.poll(() => field.inputValue()).toBe(title);
  await tabTo(page, field);
  // Replaces the text that Tab has selected. A single letter might match what other test files post.
  await page.keyboard.type('zq');
  await page.getByText('No matching projects').waitFor();
  await page.waitForURL(`${server.url}/projects?search=zq`);
  for (const _ of 'zq') await page.keyboard.press('Backspace');
  await page.keyboard.type(title);
  await page.waitForURL(`**/projects?search=Stepwell+${asha.id}`);

  const create = button(page, 'Create Project');
  await press(page, create);
  const dialog = page.getByRole('dialog');
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title');
  for (let tab = 0; tab < 12; tab += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(create)).toBe(true);

  await press(page, link(page, title));
  await press(page, button(page, 'Approve Chitra Das'));
  await page.getByText('Connection approved').waitFor();
  await expect.poll(() => hasFocus(page.locator('[data-outcome]', { hasText: 'Approved' }))).toBe(true);
});

it('both bells open at their panel, close on Escape and return the focus', async () => {
  const { page } = await server.actor(asha, '/projects');
  for (const [bell, panel] of [
    [button(page, /^New messages/u), 'New messages'],
    [button(page, /^Notifications/u), 'Notifications'],
  ] as const) {
    await press(page, bell);
    await page.getByRole('dialog', { name: panel }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: panel }).waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(bell)).toBe(true);
  }
});

it.runIf(runsAll)('profile: edited and saved', async () => {
  const { page } = await server.actor(bina, '/profile');
  await press(page, button(page, 'Edit Profile'));
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
  await tabTo(page, page.getByLabel('College'));
  await page.keyboard.type('IIT Madras');
  await tabTo(page, page.getByLabel('Skills'));
  await page.keyboard.type('Go');
  await page.keyboard.press('Enter');
  await page.getByText('Profile updated successfully!').waitFor();
});

it('messages: a conversation is opened and answered', async () => {
  const { page } = await server.actor(asha, '/messages');
  const { composer, bubble } = chat({ page });
  await press(page, link(page, /Bina Rao/u));
  await bubble('Hello').waitFor();
  await tabTo(page, composer);
  await page.keyboard.type('Two');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('lines ');
  await press(page, button(page, 'Insert an emoji'));
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Search emoji');
  await page.keyboard.type('rocket');
  await page.getByRole('option', { name: 'Rocket' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(composer)).toBe(true);
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await bubble('Two\nlines 🚀!').waitFor();
});

it.each(
  everyNth(4, [`/messages/${bina.id}`, '/settings/notifications', `/people/${bina.id}`, `/projects/${projectId}`]),
)('on %s, Tab and Shift+Tab reach both ends, and every focus is visible and uncovered', async (path) => {
  const { page } = await server.actor(asha, path);
  await settled(page);
  const walked: string[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let tab = 0; tab < TABS_MAX; tab += 1) {
      await page.keyboard.press(key);
      const found = await page.evaluate(focusFault);
      if (found === null) break;
      walked.push(found.name);
      expect(found.faults, found.name).toEqual([]);
    }
  }
  expect(walked.length).toBeGreaterThan(20);
});

/** Returns the focused element's faults; null once the focus has left the page. */
function focusFault(): { name: string; faults: string[] } | null {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const isSeen = top !== null && (element.contains(top) || top.contains(element));
  const hasRing = getComputedStyle(element).outlineStyle !== 'none' || element.closest('[class*="focus-within"]');
  return {
    name: element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? element.tagName,
    faults: [...(isSeen ? [] : ['covered or out of view']), ...(hasRing ? [] : ['without a ring'])],
  };
}

import { TIME_ZONE } from '@sangam/shared/core/limits';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
const phone = { viewport: { width: 390, height: 844 } };

it('the button that sends keeps its colour under the pointer, in both themes', async () => {
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });
  for (const theme of ['dark', 'light'] as const) {
    const { page } = await server.actor(asha, `/messages/${bina.id}`);
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.reload();
    await chat({ page }).composer.fill('Hello to you');
    const send = page.getByRole('button', { name: 'Send message' });
    await send.hover();
    const accent = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--c-accent-hover)';
      return getComputedStyle(probe).color;
    });
    await expect.poll(() => send.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(accent);
  }
});

it('the button of a long form, and the reason why it was refused, are in view wherever the form is scrolled to', async () => {
  const { page } = await server.actor(asha, '/projects/new', phone);
  const dialog = page.getByRole('dialog', { name: 'Create Project' });
  const create = dialog.getByRole('button', { name: 'Create Project' });
  await create.waitFor();
  const inView = async () => {
    const box = await create.boundingBox();
    return box !== null && box.y + box.height <= phone.viewport.height;
  };
  expect(await inView()).toBe(true);
  await dialog.getByLabel('Title').fill('Fair map');
  await dialog.getByLabel('Description').fill('Every stall on one page.');
  await dialog.getByLabel('Category').selectOption('other');
  await page.route(
    ({ pathname }) => pathname === '/api/projects',
    (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback()),
  );
  const content = dialog.locator('[data-dialog-content]');
  await content.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await create.click();
  const reason = dialog.getByRole('alert');
  await reason.waitFor();
  for (const end of [0, 10_000]) {
    await content.evaluate((box, top) => box.scrollTo(0, top), end);
    const box = await reason.boundingBox();
    expect([await inView(), (box?.y ?? 0) > phone.viewport.height / 2]).toEqual([true, true]);
  }
});

it('the count of a heading of two lines follows its last word', async () => {
  const fair = await server.postProject(bina, { title: 'Fair atlas' });
  await server.api(asha, 'POST /api/project-requests', { project_id: fair, message: 'May I?' });
  // Narrow enough for two lines in any font.
  const { page } = await server.actor(bina, '/work', { viewport: { width: 340, height: 844 } });
  const heading = page.getByRole('heading', { name: 'Join requests to my projects' });
  await heading.waitFor();
  await settled(page);
  const gap = await heading.evaluate((title) => {
    const [words, count] = [title.getClientRects(), title.parentElement?.querySelector('[aria-hidden]')];
    const [last, badge] = [words[words.length - 1], count?.getBoundingClientRect()];
    return last && badge && { lines: words.length, right: badge.left - last.right, isLevel: badge.top > last.top };
  });
  expect(gap).toMatchObject({ lines: 2, isLevel: true });
  expect(gap?.right).toBeLessThan(12);
});

it('the fields that were there stay where they are when more filters open on a phone, and the search keeps its line', async () => {
  const { page } = await server.visit('/projects', phone);
  const tops = async () => {
    const fields = ['Search projects', 'Category', 'Sort by'].map((name) => page.getByLabel(name, { exact: true }));
    return Promise.all(fields.map(async (field) => (await field.boundingBox())?.y));
  };
  await page.getByRole('button', { name: 'More filters' }).waitFor();
  await settled(page);
  const before = await tops();
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Role').waitFor();
  expect(await tops()).toEqual(before);
});

it('on a phone, the time at which both are free shows whole in a conversation’s header, or not at all', async () => {
  const hours = '1'.repeat(24).padEnd(672, '0');
  const team = await server.postProject(bina, { title: 'Fair almanac' });
  await server.joinTeam(team, bina, asha);
  for (const member of [asha, bina]) await server.api(member, 'PUT /api/hours', { hours, zone: 'Asia/Kolkata' });
  const { page } = await server.actor(asha, `/messages/${bina.id}`, { ...phone, timezoneId: TIME_ZONE });
  const free = page.locator('header').getByText(/^Both free/u);
  await free.waitFor({ state: 'attached' });
  const shown = () =>
    free.evaluate((words) => {
      const [line, box] = [words.parentElement?.getBoundingClientRect(), words.getBoundingClientRect()];
      const isIn = line !== undefined && box.top < line.bottom;
      return isIn ? words.scrollWidth <= words.clientWidth : 'left out';
    });
  expect(await shown()).toBe(true);
  // As long as the longest presence.
  await free.evaluate((words) => {
    const presence = words.previousElementSibling;
    if (presence) presence.textContent = 'Yesterday, after midnight · Muted';
  });
  expect(await shown()).toBe('left out');
});

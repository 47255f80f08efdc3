import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/u });
/** Returns the number in the bell's label. */
const unread = async (page: Page): Promise<number> =>
  Number(/\d+/u.exec((await bell(page).textContent()) ?? '')?.[0] ?? 0);
const requestsIn = (page: Page, name: string) => page.getByRole('region', { name }).getByRole('article');

it('bell, dashboard, badge and My work count eight requests alike on two devices, and only those seen are read', async () => {
  const creator = await server.signUp('Asha Verma');
  const project = await server.postProject(creator, { title: 'Campus Radio', max_members: 12 });
  for (let n = 1; n <= 8; n += 1)
    await server.api(await server.signUp(`Applicant ${n}`), 'POST /api/project-requests', { project_id: project });
  const { page: phone } = await server.actor(creator, '/projects', { viewport: { width: 390, height: 844 } });
  const { page: laptop } = await server.actor(creator, '/dashboard', { viewport: { width: 1280, height: 700 } });

  // The dashboard shows the next deadlines: only requests on screen are read.
  await laptop.getByText('8 pending requests', { exact: true }).first().waitFor();
  expect(await requestsIn(laptop, 'Join requests').count()).toBe(3);
  // The bell shows no number until it has loaded.
  const areSame = async () => {
    const counts = [await unread(laptop), await unread(phone)];
    return counts.every((count) => count >= 5 && count < 8 && count === counts[0]);
  };
  await expect.poll(areSame).toBe(true);
  const left = await unread(laptop);
  await phone.getByRole('link', { name: 'Dashboard (8 pending requests)' }).waitFor();

  // The bell shows the others in one row.
  await bell(phone).click();
  const others = left === 2 ? '1 other' : `${left - 1} others`;
  const row = phone.getByRole('link', {
    name: new RegExp(`Unread: Applicant 8 and ${others} want to join Campus Radio`, 'u'),
  });
  await row.waitFor();
  expect(await row.getAttribute('href')).toBe(`/projects/${project}`);
  await phone.keyboard.press('Escape');

  await laptop.getByRole('link', { name: 'All join requests' }).click();
  await expect.poll(() => requestsIn(laptop, 'Join requests to my projects').count()).toBe(8);
  const last = requestsIn(laptop, 'Join requests to my projects').last();
  await last.scrollIntoViewIfNeeded();
  await last.getByRole('button', { name: /^Accept/u }).click();
  await phone.getByRole('link', { name: 'Dashboard (7 pending requests)' }).waitFor();
  for (const [index] of (await requestsIn(laptop, 'Join requests to my projects').all()).entries())
    await requestsIn(laptop, 'Join requests to my projects').nth(index).scrollIntoViewIfNeeded();
  for (const page of [laptop, phone]) await expect.poll(() => unread(page)).toBe(0);
});

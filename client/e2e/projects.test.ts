import { everyNth, runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ownTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await ownTestServer();
const asha = await server.signUp('Asha Verma');
const bina = await server.signUp('Bina Rao');
const chitra = await server.signUp('Chitra Das');
const post = (title: string, max_members = 5) => server.postProject(asha, { title, max_members });
for (let n = 1; n <= 18; n += 1) await post(`Earlier ${n}`);

const sit = async (account: Account, path: string): Promise<Page> => (await server.actor(account, path)).page;
const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const place = async (page: Page, title: string) => ({
  scroll: await page.evaluate(() => window.scrollY),
  box: await card(page, title).boundingBox(),
});

it.runIf(runsAll)(
  'the search field keeps its width in a window of 640 px, as on a laptop at a zoom of 200%',
  async () => {
    const page = await sit(bina, '/projects');
    await page.setViewportSize({ width: 640, height: 800 });
    const width = async () => (await page.getByLabel('Search projects').boundingBox())?.width;
    await expect.poll(width).toBeGreaterThan(300);
  },
);

it.each(
  everyNth(3, [
    { where: 'at the top', title: 'Earlier 18', scrollTo: 0, width: 1280 },
    { where: 'in the middle', title: 'Earlier 7', scrollTo: 500, width: 1280 },
    { where: 'at the top of a phone', title: 'Earlier 18', scrollTo: 0, width: 390 },
  ]),
)(
  'holds back new projects behind “N new projects”, and keeps the list $where in place',
  async ({ title, scrollTo, width }) => {
    const page = await sit(bina, '/projects');
    await page.setViewportSize({ width, height: 800 });
    await card(page, 'Earlier 1').waitFor();
    // Without scroll anchoring, as in some browsers, content would move most.
    await page.addStyleTag({ content: '* { overflow-anchor: none !important }' });
    await page.evaluate((top) => window.scrollTo(0, top), scrollTo);
    const before = await place(page, title);
    const news = [`News ${width} ${scrollTo} a`, `News ${width} ${scrollTo} b`] as const;
    await post(news[0]);
    await page.getByRole('button', { name: '1 new project', exact: true }).waitFor();
    expect(await place(page, title)).toEqual(before);
    await post(news[1]);
    const more = page.getByRole('button', { name: '2 new projects' });
    await more.waitFor();
    expect(await place(page, title)).toEqual(before);
    expect(await card(page, news[0]).count()).toBe(0);

    await more.click();
    for (const each of news) {
      await card(page, each).waitFor();
      expect((await card(page, each).boundingBox())?.y).toBeGreaterThan(60);
    }
    const titles = await page.getByRole('article').getByRole('heading').allTextContents();
    expect(titles.slice(0, 2)).toEqual([news[1], news[0]]);
    expect(await more.count()).toBe(0);
  },
);

it.each(everyNth(2, ['/projects', '/dashboard']))(
  'the seats on a card of %s follow accepted and leaving members',
  async (path) => {
    const title = `Two seats ${path}`;
    const id = await post(title, 2);
    const { page, emitted } = await server.actor(chitra, path);
    const seats = (text: string) => card(page, title).getByText(`Members: ${text}`).waitFor();
    await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
    // Changes before the page watches the project may be missed.
    await expect.poll(() => emitted.some(({ event }) => event === 'project:watch')).toBe(true);
    const { data } = await server.call(bina, 'POST /api/project-requests', { body: { project_id: id } });
    await seats('1/2');
    await server.api(asha, `PUT /api/project-requests/${data.request.id}/status`, { status: 'accepted' });
    await seats('2/2');
    if (path === '/projects') await page.getByRole('button', { name: `Join the waitlist for ${title}` }).waitFor();
    await server.api(bina, `DELETE /api/projects/${id}/members/me`);
    await seats('1/2');
    if (path === '/projects') await page.getByRole('button', { name: `Join ${title}` }).waitFor();
    expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true);
  },
);

it.runIf(runsAll)('the dashboard’s activity and stats follow a request and its acceptance', async () => {
  const id = await post('Followed');
  const page = await sit(asha, '/dashboard');
  const feed = page.getByRole('region', { name: 'Recent activity' });
  const figure = page.locator('dl > div', { hasText: 'Active collaborations' }).locator('span').first();
  await feed.getByText('“Followed”').first().waitFor();
  const before = Number(await figure.textContent());
  await server.api(chitra, 'POST /api/project-requests', { project_id: id });
  // The activity leaves the pending request to the section with its buttons.
  await page.getByRole('button', { name: 'Accept Chitra Das' }).click();
  await feed.getByText('Chitra Das joined “Followed”').waitFor();
  await expect.poll(async () => Number(await figure.textContent())).toBe(before + 1);
});

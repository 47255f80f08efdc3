import { runsAll } from '@sangam/testing/runs';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { crowded } from './crowded.js';
import { uploadFile } from './message-states.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Venkatanarasimharaju Rao')];
const fair = await server.postProject(bina, { title: 'Fair atlas' });

it('no text is smaller than 12 px, or wider than its place in a narrow phone’s bar', async () => {
  const { page } = await server.actor(asha, '/dashboard', { viewport: { width: 320, height: 640 } });
  const smallest = () =>
    page.evaluate(() =>
      Math.min(
        ...[...document.querySelectorAll('body *')]
          .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
          .filter((one) => one.getBoundingClientRect().width > 1)
          .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
      ),
    );
  const labels = page
    .getByRole('navigation', { name: 'Shortcuts' })
    .locator('span:not(.sr-only)', { hasText: /^[A-Z]/u });
  await labels.first().waitFor();
  expect(await smallest()).toBe(12);
  const tooWide = await labels.evaluateAll(
    (all) => all.filter((one) => one.getBoundingClientRect().width > (one.closest('li')?.clientWidth ?? 0)).length,
  );
  expect([await labels.count(), tooWide]).toEqual([4, 0]);
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Small print' });
  await page.goto(`/messages/${bina.id}`);
  await chat({ page }).bubble('Small print').waitFor();
  expect(await smallest()).toBe(12);
});

it.runIf(runsAll)('on a phone, a member’s name is below the picture, even on the member’s own page', async () => {
  const isBelow = async (reader: typeof asha) => {
    const { page } = await server.actor(reader, `/people/${bina.id}`, { viewport: { width: 390, height: 844 } });
    const name = page.getByRole('heading', { level: 1, name: bina.name });
    await name.waitFor();
    const picture = await page.locator('#main [data-initials]').first().boundingBox();
    return ((await name.boundingBox())?.x ?? 0) === picture?.x;
  };
  expect([await isBelow(bina), await isBelow(asha)]).toEqual([true, true]);
});

it.runIf(runsAll)('the card of a creator without a team takes the whole column, not half of it', async () => {
  const { page } = await server.actor(asha, `/projects/${fair}`, { viewport: { width: 1280, height: 800 } });
  const people = page.getByRole('region', { name: 'Creator and team' });
  await people.getByRole('heading', { name: 'Creator' }).waitFor();
  const card = await people.locator('> *').boundingBox();
  expect(card?.width).toBe((await people.boundingBox())?.width);
  const [name, message] = [people.getByRole('link', { name: bina.name, exact: true }), people.getByText('Message')];
  const [beside, link] = [await name.boundingBox(), await message.boundingBox()];
  expect(link?.x).toBeGreaterThan((beside?.x ?? 0) + (beside?.width ?? 0));
  expect(link?.y).toBeLessThan((beside?.y ?? 0) + (beside?.height ?? 0));
});

it.runIf(runsAll)('the parts of the list share one left edge, and those of a conversation another', async () => {
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'On the line' });
  const { page } = await server.actor(asha, `/messages/${bina.id}`, { viewport: { width: 1280, height: 800 } });
  const { bubble, row, composer } = chat({ page });
  await bubble('On the line').waitFor();
  const left = async (part: Locator) => Math.round((await part.first().boundingBox())?.x ?? 0);
  const list = [page.getByLabel('Filter conversations'), row('Bina').locator('[data-initials]')];
  const header = page.locator('header', { has: page.getByRole('button', { name: 'More' }) });
  const thread = [header.locator('[data-initials]'), bubble('On the line'), composer.locator('xpath=..')];
  expect(new Set(await Promise.all(list.map(left))).size).toBe(1);
  expect(new Set(await Promise.all(thread.map(left))).size).toBe(1);
});

it.runIf(runsAll)('the left edge of the list is in line with the logo in a wide window', async () => {
  const { page } = await server.actor(asha, '/messages', { viewport: { width: 1280, height: 800 } });
  const list = page.getByRole('region', { name: 'Conversations' });
  await list.getByLabel('Filter conversations').waitFor();
  const left = async (part: Locator) => Math.round((await part.first().boundingBox())?.x ?? 0);
  // The border comes before the list.
  expect((await left(list)) - 1).toBe(await left(page.getByRole('banner').locator('svg')));
});

it.runIf(runsAll)('a wide picture is no wider than its bubble on a narrow phone', async () => {
  const picture = await sharp({ create: { width: 1600, height: 500, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();
  const attachment_ids = [await uploadFile(server, bina, 'wide.png', picture)];
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Wide', attachment_ids });
  const { page } = await server.actor(asha, `/messages/${bina.id}`, { viewport: { width: 320, height: 640 } });
  const { bubble } = chat({ page });
  const right = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  const shown = bubble('Wide').getByRole('button', { name: 'View picture wide.png' });
  await shown.waitFor();
  expect(await right(shown)).toBeLessThanOrEqual(await right(bubble('Wide')));
});

it.runIf(runsAll)('the failure of sign-up is above the bottom bar of a small phone', async () => {
  const { page } = await server.visit('/signup', { viewport: { width: 375, height: 667 } });
  const button = page.getByRole('button', { name: 'Create account' });
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  await bar.getByText('Sign in').waitFor();
  await button.click();
  const failure = page.getByRole('alert').filter({ hasText: 'Please fill in all fields' });
  await failure.waitFor();
  const [box, below] = [await failure.boundingBox(), await bar.boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  await expect
    .poll(() => page.getByLabel('Full name').evaluate((field) => field === document.activeElement))
    .toBe(true);
  for (const label of ['Email', 'Password', 'Confirm password']) {
    const field = page.getByLabel(label, { exact: true });
    await field.focus();
    const [own, over] = [await field.boundingBox(), await failure.boundingBox()];
    expect((own?.y ?? 0) + (own?.height ?? 0), label).toBeLessThanOrEqual(over?.y ?? 0);
  }
});

it.runIf(runsAll)('shows the seats of a large team as a bar, and of a small one as dots', async () => {
  await server.postProject(bina, { title: 'Orchestra', max_members: 20 });
  const { page } = await server.actor(asha, '/projects');
  const shape = async (title: string) => {
    const card = page.getByRole('article').filter({ hasText: title });
    const { width, height } = (await card.locator('[class^=seats]').boundingBox()) ?? { width: 0, height: 0 };
    return [width, height];
  };
  await page.getByText('Orchestra').first().waitFor();
  expect([await shape('Orchestra'), await shape('Fair atlas')]).toEqual([
    [64, 4],
    [40, 8],
  ]);
});

it.runIf(runsAll).each(['/projects', '/collaborators'])('the filters at %s have visible labels', async (path) => {
  const { page } = await server.actor(asha, path, { viewport: { width: 390, height: 844 } });
  const filters = page
    .getByRole('search')
    .filter({ has: page.getByRole('button', { name: /^(?:More|Fewer) filters$/u }) });
  await filters.getByRole('button', { name: 'More filters' }).click();
  await filters.getByRole('combobox').last().waitFor();
  const labels = await filters.locator('label').evaluateAll((all) => all.map((label) => label.clientHeight > 10));
  expect([labels.length > 4, labels.every(Boolean)]).toEqual([true, true]);
});

it('the writer of a team’s last message is named whole if the line has room', async () => {
  const project = await server.postProject(asha, { title: 'Tide clock' });
  const dev = await server.signUp('Devaraj Malhotra');
  await server.joinTeam(project, asha, dev);
  const refresh = await server.call(asha, 'GET /api/refresh');
  const team = refresh.data.teams?.data.teams.find(({ project_id }) => project_id === project);
  await server.api(dev, 'POST /api/messages', { conversation_id: team?.conversation_id, content: 'Bye, team' });
  const { page } = await server.actor(asha, '/messages', { viewport: { width: 1280, height: 800 } });
  await chat({ page }).row('Tide clock').getByText('Bye, team').waitFor();
  expect(await crowded(page)).toEqual([]);
});

it('a count on an icon is in front of the next icon while the pointer is on that', async () => {
  for (let sender = 0; sender < 10; sender += 1)
    await server.api(await server.signUp('Chitra Das'), 'POST /api/messages', {
      receiver_id: bina.id,
      content: 'Hello',
    });
  const { page } = await server.actor(bina, '/projects', { viewport: { width: 1280, height: 800 } });
  const bar = page.getByRole('banner');
  const count = bar.getByRole('button', { name: /^New messages/u }).getByText('9+');
  await count.waitFor();
  const bell = bar.getByRole('button', { name: /^Notifications/u });
  await bell.hover();
  // Wider than any font's 9+, so that it reaches the next icon.
  const isInFront = count.evaluate((badge) => {
    badge.textContent = '9999+';
    const { right, top, height } = badge.getBoundingClientRect();
    return document.elementFromPoint(right - 3, top + height / 2) === badge;
  });
  expect(await isInFront).toBe(true);
});

it.runIf(runsAll)('a consequence of several lines begins each at its left', async () => {
  const project = await server.postProject(bina, { title: 'Tide tables' });
  await server.joinTeam(project, bina, asha);
  const { page } = await server.actor(asha, `/projects/${project}`, { viewport: { width: 1280, height: 800 } });
  await page.getByRole('button', { name: 'Leave' }).click();
  const lines = await page.getByText(/^You lose access/u).evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].map(({ left }) => Math.round(left));
  });
  expect(lines.length).toBeGreaterThan(1);
  expect(new Set(lines).size).toBe(1);
});

it.runIf(runsAll)(
  'seven members besides the creator are listed in two columns as wide as the creator’s card, not next to it',
  async () => {
    const project = await server.postProject(bina, { title: 'Tide orchestra', max_members: 8 });
    for (let seat = 1; seat < 8; seat += 1) {
      await server.joinTeam(project, bina, await server.signUp('Chitra Das'));
    }
    const { page } = await server.actor(asha, `/projects/${project}`, { viewport: { width: 1280, height: 800 } });
    const cards = page.getByRole('region', { name: 'Creator and team' }).locator('> *');
    const members = cards.filter({ has: page.getByRole('heading', { name: 'Other members' }) }).getByRole('listitem');
    await members.last().waitFor();
    const widths = await cards.evaluateAll((all) => all.map((card) => card.clientWidth));
    expect([widths.length, new Set(widths).size]).toEqual([2, 1]);
    const tops = await members.evaluateAll((all) => all.map((member) => member.getBoundingClientRect().top));
    expect([tops.length, new Set(tops).size]).toEqual([7, 4]);
  },
);

it.runIf(runsAll)('the icon of a long email address is next to its first line', async () => {
  const long = await server.signUp('Venkatanarasimharajuvaripeta Subrahmanyeswari Bhattacharya Chattopadhyay');
  const { page } = await server.actor(long, '/settings/account', { viewport: { width: 390, height: 844 } });
  const address = page.getByText(long.email);
  await address.waitFor();
  const [top, height, centre] = await address.evaluate((text) => {
    const [line, ...others] = text.getClientRects();
    const icon = text.previousElementSibling?.getBoundingClientRect();
    const box = text.getBoundingClientRect();
    return [line?.top ?? others.length, box.height, (icon?.top ?? 0) + (icon?.height ?? 0) / 2];
  });
  expect(height).toBeGreaterThan(30);
  expect(Math.abs((centre ?? 0) - ((top ?? 0) + 10))).toBeLessThan(2);
});

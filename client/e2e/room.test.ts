import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
/** More messages than the page with which a conversation opens. */
const LINES = 70;
let projects = 0;

/** Creates a project of Asha's with Rohan in its team. */
async function formTeam() {
  projects += 1;
  const title = `Stepwell puzzles ${projects}`;
  const [asha, rohan] = [await server.signUp('Asha Verma'), await server.signUp('Rohan Mehta')];
  const project = await server.postProject(asha, { title, required_skills: ['Art'] });
  await server.joinTeam(project, asha, rohan);
  return { asha, rohan, project, title };
}

const line = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
const row = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Conversations', exact: true })
    .getByRole('link', { name: new RegExp(`^${title}`, 'u') });
async function open(page: Page, title: string): Promise<void> {
  await row(page, title).click();
  await chat({ page }).composer.waitFor();
}

it('three members talk: names, events, typing, and who has seen a message', async () => {
  const { asha, rohan, project, title } = await formTeam();
  const meera = await server.signUp('Meera Iyer');
  const { page: first } = await server.actor(asha, '/messages');
  const { page: second } = await server.actor(rohan, '/messages');
  await open(first, title);
  await line(first, 'Rohan Mehta joined the team').waitFor();
  await line(first, '2 members, 2 online').waitFor();
  await chat({ page: first }).write('Welcome to the team');
  await row(second, title).getByText('Asha Verma:').waitFor();
  await row(second, title).getByText(', 1 unread').waitFor({ state: 'attached' });
  await expect.poll(() => second.title()).toMatch(/^\(1\)/u);
  await open(second, title);
  await chat({ page: second }).bubble('Welcome to the team').getByRole('link', { name: 'Asha Verma' }).waitFor();
  await first.getByRole('button', { name: 'Seen', exact: true }).waitFor();
  await expect.poll(() => second.title()).not.toMatch(/^\(/u);

  // A new member reads earlier messages, and the others see them join.
  await server.joinTeam(project, asha, meera);
  await line(first, 'Meera Iyer joined the team').waitFor();
  await first.getByText('3 members').waitFor();
  const { page: third } = await server.actor(meera, `/projects/${project}`);
  await third.getByRole('link', { name: 'Open team chat' }).first().click();
  await chat({ page: third }).bubble('Welcome to the team').waitFor();
  await chat({ page: third }).composer.pressSequentially('Hi');
  await line(first, 'Meera Iyer is typing…').waitFor();
  await chat({ page: second }).composer.pressSequentially('Hi');
  await first
    .getByText(/^(Meera Iyer and Rohan Mehta|Rohan Mehta and Meera Iyer) are typing…$/u)
    .first()
    .waitFor();
  await chat({ page: third }).composer.press('Enter');
  for (const page of [first, second])
    await chat({ page }).bubble('Hi').getByRole('link', { name: 'Meera Iyer' }).waitFor();

  // “Seen by” works with the keyboard.
  await first.getByRole('button', { name: 'Seen by 2 of 2' }).focus();
  await first.keyboard.press('Enter');
  const dialog = first.getByRole('dialog', { name: 'Seen by 2 of 2' });
  for (const name of ['Rohan Mehta', 'Meera Iyer']) await dialog.getByText(name).waitFor();
  await first.keyboard.press('Escape');

  await first.getByRole('button', { name: 'Team info' }).click();
  const info = first.getByRole('dialog', { name: title });
  await info.getByText('New members can read everything from the first message.').waitFor();
  await info.getByRole('region', { name: 'Members' }).getByRole('link', { name: 'Meera Iyer' }).waitFor();
});

it.runIf(runsAll)('a line about the team stays under the pointer while another member joins', async () => {
  const { asha, project, title } = await formTeam();
  const [meera, kabir] = [await server.signUp('Meera Iyer'), await server.signUp('Kabir Singh')];
  await server.joinTeam(project, asha, meera);
  const { page } = await server.actor(asha, '/messages');
  await open(page, title);
  const words = page.locator('bdi[dir=ltr]').first();
  const name = words.getByRole('link', { name: 'Rohan Mehta' });
  await name.hover();
  const place = await name.boundingBox();
  await server.joinTeam(project, asha, kabir);
  await page.getByText('4 members').waitFor();
  await page.getByText('Kabir Singh joined the team').waitFor({ state: 'attached' });
  expect(await name.boundingBox()).toEqual(place);
  await page.mouse.move(2, 2);
  await expect.poll(() => words.textContent()).toBe('Rohan Mehta, Meera Iyer and Kabir Singh joined the team');
});

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** Sends a message with the button: on a touch keyboard, Enter adds a line. */
const send = async (page: Page, text: string): Promise<void> => {
  await chat({ page }).composer.fill(text);
  await page.getByRole('button', { name: 'Send message' }).click();
};

it.runIf(runsAll)('several pictures are side by side on a phone', async () => {
  const { asha, rohan, title } = await formTeam();
  const { page } = await server.actor(asha, '/messages', phone);
  await open(page, title);
  const { page: reader } = await server.actor(rohan, '/messages', phone);
  await open(reader, title);
  const picture = await page.screenshot();
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: picture });
  await page.locator('input[type=file]').setInputFiles([file('well.png'), file('stairs.png')]);
  await page.getByRole('button', { name: 'Send message' }).tap();
  for (const each of [page, reader]) {
    const [left, right] = [
      await each.getByRole('button', { name: 'View picture well.png' }).boundingBox(),
      await each.getByRole('button', { name: 'View picture stairs.png' }).boundingBox(),
    ];
    if (left === null || right === null) throw new Error('no pictures');
    expect([right.y, right.width, right.height]).toEqual([left.y, left.width, left.width]);
    expect(right.x).toBeGreaterThan(left.x + left.width);
  }
});

it('fetches earlier messages by itself once the server answers again', async () => {
  const { asha, rohan, project } = await formTeam();
  const { data } = await server.call(rohan, 'GET /api/refresh');
  const conversation_id =
    data.teams?.data?.teams.find(({ project_id }) => project_id === project)?.conversation_id ?? 0;
  for (let count = 1; count <= LINES; count += 1) {
    const body = { conversation_id, content: `Step ${count}`, client_id: crypto.randomUUID() };
    await server.call(asha, 'POST /api/messages', { body });
  }
  await server.call(rohan, 'PUT /api/messages/c/:conversationId/read', {
    params: { conversationId: conversation_id },
    body: { up_to: LINES },
  });
  const { page: reader } = await server.actor(rohan, '/about');
  const earlier = /\/api\/messages\/c\/\d+\?.*before=/u;
  await reader.route(earlier, (route) => route.abort());
  await reader.goto(`/messages/c/${conversation_id}`);
  await chat({ page: reader }).bubble(`Step ${LINES}`).waitFor();
  await reader.getByRole('region', { name: /^Messages/u }).hover();
  const failed = reader.getByText('Failed to load messages');
  await expect
    .poll(async () => {
      await reader.mouse.wheel(0, -3_000);
      return failed.count();
    })
    .toBe(1);
  await reader.unroute(earlier);
  await failed.waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      await reader.mouse.wheel(0, -3_000);
      return reader.locator('[data-seq="1"]').count();
    })
    .toBe(1);
});

it.runIf(runsAll)('five members in five browsers, two on phones: all end with the same conversation', async () => {
  const { asha, rohan, project, title } = await formTeam();
  const others = [
    await server.signUp('Meera Iyer'),
    await server.signUp('Kabir Singh'),
    await server.signUp('Kabir Singh'),
  ];
  for (const member of others.slice(0, 2)) await server.joinTeam(project, asha, member);
  const [meera, kabir, newcomer] = others as [Account, Account, Account];
  const [first, second, third, away] = [
    (await server.actor(asha, '/messages')).page,
    (await server.actor(rohan, '/messages', phone)).page,
    (await server.actor(meera, '/messages')).page,
    (await server.actor(kabir, '/messages', phone)).page,
  ];
  await third.evaluate(() => localStorage.setItem('theme', 'light'));
  await third.reload();
  for (const page of [first, second, third, away]) await open(page, title);
  await line(first, '4 members, 4 online').waitFor();
  await send(first, 'Who draws the map?');
  for (const page of [second, third, away]) await chat({ page }).bubble('Who draws the map?').waitFor();
  await line(first, 'Seen by 3 of 3').waitFor();

  // One member is offline while the others continue, one is removed while typing, and a namesake of the first joins.
  await away.context().setOffline(true);
  await send(away, 'I can draw it');
  await chat({ page: third }).composer.pressSequentially('Let me');
  await line(first, 'Meera Iyer is typing…').waitFor();
  await server.api(asha, `DELETE /api/projects/${project}/members/${meera.id}`, {});
  await third.getByText('You’re no longer in this team').waitFor();
  await line(first, 'Meera Iyer was removed from the team').waitFor();
  await expect.poll(() => first.getByText('Meera Iyer is typing…').count(), { timeout: 2_000 }).toBe(0);
  await server.joinTeam(project, asha, newcomer);
  const { page: fifth } = await server.actor(newcomer, '/messages');
  await open(fifth, title);
  await chat({ page: fifth }).bubble('Who draws the map?').waitFor();
  await chat({ page: second }).composer.pressSequentially('@kab');
  await second.getByRole('option', { name: 'Kabir Singh, notifies 2 members' }).tap();
  await second.getByRole('button', { name: 'Send message' }).tap();
  await chat({ page: fifth }).bubble('@Kabir Singh').locator('[data-mention]').waitFor();
  await away.context().setOffline(false);

  const said = ['Who draws the map?', '@Kabir Singh', 'I can draw it'];
  for (const page of [first, second, away, fifth]) await expect.poll(() => chat({ page }).texts()).toEqual(said);
  const mentioned = (page: Page) => chat({ page }).bubble('@Kabir Singh').locator('[data-mention].bg-accent').count();
  await expect.poll(() => Promise.all([first, away, fifth].map(mentioned))).toEqual([0, 1, 1]);
});

it.runIf(runsAll)('an edit mentions a member, who is notified', async () => {
  const { asha, rohan, title } = await formTeam();
  const { page: first } = await server.actor(asha, '/messages');
  const { page: second } = await server.actor(rohan, '/dashboard');
  await open(first, title);
  await chat({ page: first }).write('Can somebody look at the audio?');
  await chat({ page: first }).bubble('Can somebody look at the audio?').waitFor();
  await chat({ page: first }).composer.press('ArrowUp');
  const edited = first.getByRole('textbox', { name: 'Edit message' });
  await edited.fill('Can you look at the audio, ');
  await edited.pressSequentially('@Ro');
  await first.getByRole('option', { name: 'Rohan Mehta' }).waitFor();
  await edited.press('Enter');
  await expect.poll(() => edited.inputValue()).toBe('Can you look at the audio, @Rohan Mehta ');
  await edited.press('Enter');
  await second.getByText(`Asha Verma mentioned you in ${title}:`, { exact: false }).first().waitFor();
  await chat({ page: first }).bubble('Can you look at the audio').locator('[data-mention]').waitFor();
  await second.goto('/messages');
  await row(second, title).getByText('@', { exact: false }).first().waitFor();
  await open(second, title);
  await chat({ page: second }).bubble('Can you look at the audio').locator('[data-mention]').waitFor();
});

it.runIf(runsAll)('team info lists files and links, which lead to their messages', async () => {
  const { asha, rohan, title } = await formTeam();
  const { page: first } = await server.actor(asha, '/messages');
  const { page: second } = await server.actor(rohan, '/messages');
  await open(first, title);
  await open(second, title);
  await first.getByRole('button', { name: 'Team info' }).click();
  const info = first.getByRole('dialog', { name: title });
  await info.getByRole('tab', { name: 'Links' }).click();
  await info.getByText('No links yet').waitFor();
  await chat({ page: second }).write('See https://example.org/levels');
  await info.getByText('example.org/levels').first().waitFor();
  await second
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'level-plan.txt', mimeType: 'text/plain', buffer: Buffer.from('three levels') });
  await second.getByRole('button', { name: 'Send message' }).click();
  await info.getByRole('tab', { name: 'Files' }).click();
  await info.getByText('level-plan.txt').first().waitFor();
  await info.getByRole('tab', { name: 'Links' }).press('Enter');
  await info.getByRole('button', { name: /example\.org\/levels/u }).click();
  await info.waitFor({ state: 'detached' });
  await chat({ page: first }).bubble('See https://example.org/levels').waitFor();
});

it('a removed member loses all data of the team, on screen and in the browser', async () => {
  const { asha, rohan, project, title } = await formTeam();
  const { page: first } = await server.actor(asha, '/messages');
  const { page: second } = await server.actor(rohan, '/messages');
  await open(first, title);
  await chat({ page: first }).write('Only for the team');
  await open(second, title);
  await chat({ page: second }).bubble('Only for the team').waitFor();
  await chat({ page: second }).composer.fill('half a sentence');
  // Waits until the thread is in the offline data.
  await expect.poll(() => offlineData(second), { timeout: 20_000 }).toContain('Only for the team');
  const { page: hers } = await server.actor(rohan, `/people/${asha.id}`);
  await hers.getByRole('link', { name: asha.email }).waitFor();

  await server.api(asha, `DELETE /api/projects/${project}/members/${rohan.id}`, {});
  await second.getByText('You’re no longer in this team').waitFor();
  await second.getByText('Your unsent message to a team you’re no longer in was deleted.').first().waitFor();
  await hers.getByRole('link', { name: asha.email }).waitFor({ state: 'detached' });
  await line(first, 'Rohan Mehta was removed from the team').waitFor();
  await chat({ page: first }).write('He is gone');
  expect(await second.getByText('Only for the team').count()).toBe(0);
  await expect.poll(() => row(second, title).count()).toBe(0);
  await expect.poll(() => offlineData(second), { timeout: 20_000 }).not.toContain('Only for the team');
  const stored = await second.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain('half a sentence');
  await second.reload();
  await second.getByText('You’re no longer in this team').waitFor();
  expect(await second.getByText('He is gone').count()).toBe(0);
});

it.runIf(runsAll)('a member who is removed while they type gets no error in the console', async () => {
  const { asha, rohan, project, title } = await formTeam();
  const { page } = await server.actor(rohan, '/messages');
  const errors: string[] = [];
  page.on('console', (line) => line.type() === 'error' && errors.push(`${line.text()} ${line.location().url}`));
  page.on('pageerror', (error) => errors.push(String(error)));
  await open(page, title);
  await server.api(asha, 'POST /api/messages', { conversation_id: await idOf(page, title), content: 'Before' });
  await chat({ page }).bubble('Before').waitFor();
  await chat({ page }).composer.focus();
  const typing = (async () => {
    await page.keyboard.type('a sentence', { delay: 40 });
    await page.keyboard.press('Enter');
    await page.keyboard.type('and another for @Ash', { delay: 40 });
    await page.keyboard.press('Enter');
    await page.keyboard.type('and @Ro', { delay: 40 });
  })();
  await page.waitForTimeout(300);
  const id = await idOf(page, title);
  for (const content of ['One', 'Two', 'Three'])
    void server.api(asha, 'POST /api/messages', { conversation_id: id, content });
  await server.api(asha, `DELETE /api/projects/${project}/members/${rohan.id}`, {});
  await page.getByText('You’re no longer in this team').waitFor();
  await typing;
  // Gives all parts of the page time to react to the removal.
  await page.waitForTimeout(2_000);
  expect(errors).toEqual([]);
});

it.runIf(runsAll)('a member who was removed while away loses all data of the team with the next visit', async () => {
  const { asha, rohan, project, title } = await formTeam();
  const { page } = await server.actor(rohan, '/messages');
  await server.api(asha, 'POST /api/messages', {
    conversation_id: await idOf(page, title),
    content: 'Only for the team',
  });
  await open(page, title);
  await chat({ page }).composer.fill('half a sentence');
  await expect.poll(() => offlineData(page), { timeout: 20_000 }).toContain('Only for the team');
  await page.goto('about:blank');
  await server.api(asha, `DELETE /api/projects/${project}/members/${rohan.id}`, {});
  await page.goto('/messages');
  await expect.poll(() => offlineData(page), { timeout: 20_000 }).not.toContain('Only for the team');
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })), { timeout: 20_000 })
    .not.toContain('half a sentence');
});

async function idOf(page: Page, title: string): Promise<number> {
  const address = await row(page, title).getAttribute('href');
  return Number(address?.split('/').at(-1));
}

/** Returns all of the page's offline data as text. */
const offlineData = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // Opening a missing database would create it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'kept')) return '';
    const database = await new Promise<IDBDatabase>((done, failed) => {
      const opening = indexedDB.open('kept');
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => failed(opening.error);
    });
    const names = [...database.objectStoreNames];
    const all = database.transaction(names);
    const rows = names.map(
      (name) =>
        new Promise<unknown>((done) => {
          const reading = all.objectStore(name).getAll();
          reading.onsuccess = () => done(reading.result);
        }),
    );
    const text = JSON.stringify(await Promise.all(rows));
    database.close();
    return text;
  });

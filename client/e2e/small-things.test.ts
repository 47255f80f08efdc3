import { everyNth } from '@sangam/testing/runs';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { uploadFile } from './message-states.js';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';
import { pointAt } from './stand-still.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
const fair = await server.postProject(bina, { title: 'Fair map' });

it('the list of shortcuts opens at its top, even on a low screen', async () => {
  const { page } = await server.actor(asha, '/work', { viewport: { width: 1280, height: 500 } });
  await page
    .getByRole('button', { name: /^Notifications/u })
    .first()
    .waitFor();
  await settled(page);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Show keyboard shortcuts').waitFor();
  await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  expect(await dialog.locator('[data-dialog-content]').evaluate((box) => box.scrollTop)).toBe(0);
});

it('prints a dark page in light colours, without the bars', async () => {
  const { page } = await server.actor(asha, `/projects/${fair}`);
  await page.getByRole('heading', { level: 1, name: 'Fair map' }).waitFor();
  const ink = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--c-fg'));
  expect([await ink(), await page.locator('header').first().isVisible()]).toEqual(['#e9ecf1', true]);
  await page.emulateMedia({ media: 'print' });
  expect([await ink(), await page.locator('header').first().isVisible()]).toEqual(['#191c22', false]);
});

it('the button on a conversation’s row covers no text', async () => {
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'A long sentence '.repeat(10) });
  await server.api(asha, `PUT /api/messages/mark-read/${bina.id}`);
  const { page } = await server.actor(asha, '/messages');
  const row = chat({ page }).row('Bina Rao');
  await row.hover();
  const mark = await page.getByRole('button', { name: 'Mark Bina Rao as unread' }).boundingBox();
  const words = await row.locator('.truncate', { hasText: 'A long sentence' }).boundingBox();
  const end = (words?.x ?? 0) + (words?.width ?? 0);
  expect([mark === null, words === null, end <= (mark?.x ?? 0)]).toEqual([false, false, true]);
});

it('draws emoji in colour, although a fallback font may have outlines of them', async ({ skip }) => {
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: '😂❤️' });
  const { context, page } = await server.actor(asha, `/messages/${bina.id}`);
  // The list of conversations may show the text before the thread does.
  await page.locator('.big-emoji').waitFor();
  const hasFont = await page.evaluate(() =>
    new FontFace('probe', 'local("Noto Color Emoji")').load().then(
      () => true,
      () => false,
    ),
  );
  skip(!hasFont, 'no colour font is installed');
  const devtools = await context.newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '.big-emoji' });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  expect(fonts.map(({ familyName }) => familyName.includes('Emoji'))).toEqual([true]);
});

it('a long file name is shortened in its middle', async () => {
  const name = `${'minutes-of-the-meeting-'.repeat(4)}final.pdf`;
  const id = await uploadFile(server, bina, name, Buffer.from('x'));
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Minutes', attachment_ids: [id] });
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  const file = page.getByRole('button', { name: /final\.pdf/u });
  const ending = file.getByText('-final.pdf', { exact: true });
  // A part that is hidden or being drawn again has no box.
  const measured = async () => {
    const [all, end] = [await file.boundingBox(), await ending.boundingBox()];
    return all && end && { isWithin: end.x + end.width < all.x + all.width, isWide: end.width > 40 };
  };
  await expect.poll(measured).toEqual({ isWithin: true, isWide: true });
});

it.each([1280, 390])('cards in a chat are no wider than its messages, %i px wide', async (width) => {
  const dev = await server.signUp('Dev Patel');
  await server.api(dev, 'POST /api/messages', { receiver_id: bina.id, content: 'A long sentence '.repeat(40) });
  await server.joinTeam(await server.postProject(bina, { title: 'Night bus radio' }), bina, dev);
  for (const [account, other] of [
    [bina, dev],
    [dev, bina],
  ] as const) {
    const { page } = await server.actor(account, `/messages/${other.id}`, { viewport: { width, height: 800 } });
    const bubble = page.locator('[data-message] > div').first();
    await bubble.waitFor();
    const card = page.getByRole('article', { name: /Night bus radio: Accepted$/u });
    const [message, request] = [await bubble.boundingBox(), await card.boundingBox()];
    expect(request?.width).toBeLessThanOrEqual((message?.width ?? 0) + 1);
    // The card is on the applicant's side, like their messages.
    const ends = (box: typeof message) => (account === dev ? (box?.x ?? 0) + (box?.width ?? 0) : (box?.x ?? 0));
    expect(Math.abs(ends(request) - ends(message))).toBeLessThan(1);
  }
});

it('the team’s card shows long names in full', async () => {
  const name = 'Jaya Lakshmi Venkatasubramanian Krishnamurthy';
  const project = await server.postProject(asha, { title: 'Stepwell atlas' });
  await server.joinTeam(project, asha, await server.signUp(name));
  const { page } = await server.actor(asha, `/projects/${project}`);
  const link = page.getByRole('listitem').getByRole('link', { name, exact: true });
  await link.waitFor();
  expect(await link.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await link.evaluate((element) => getComputedStyle(element).textOverflow)).toBe('clip');
});

it('right-to-left names are aligned with the others', async () => {
  const name = 'דוד כהן';
  const david = await server.signUp(name);
  const project = await server.postProject(david, { title: 'פרויקט הרדיו', description: 'משחק שקט' });
  await server.joinTeam(project, david, asha);
  const { page } = await server.actor(asha, '/messages');
  const { row } = chat({ page });
  await row('פרויקט').click();
  /** Returns the text's distance from the left edge of its box. */
  const indent = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
    });
  expect(await indent(row('פרויקט').locator('bdi').first())).toBeLessThan(2);
  await page.getByRole('button', { name: 'Team info' }).click();
  const dialog = page.getByRole('dialog', { name: 'פרויקט הרדיו' });
  expect(await indent(dialog.getByRole('link', { name, exact: true }))).toBeLessThan(2);
  await page.goto(`/people/${david.id}`);
  expect(await indent(page.getByRole('heading', { level: 1, name }))).toBeLessThan(2);
  await page.goto('/projects');
  const title = page.getByRole('heading', { name: 'פרויקט הרדיו' });
  expect(await indent(title)).toBeLessThan(2);
  expect(await indent(page.getByText('משחק שקט'))).toBeLessThan(2);
  await title.getByRole('link').click();
  await page.waitForURL(`**/projects/${project}`);
  expect(await indent(page.getByRole('heading', { level: 1, name: 'פרויקט הרדיו' }))).toBeLessThan(2);
});

it('each line of a text is aligned by its own script', async () => {
  const david = await server.signUp('David Cohen');
  await server.api(david, 'PATCH /api/users/profile', { about: 'אני אוהב מפות.\nI like maps.' });
  const { page } = await server.actor(david, `/people/${david.id}`);
  const about = page.getByText('I like maps.');
  await about.waitFor();
  /** Distances of both lines from both ends of their box. */
  const [first, second] = await about.evaluate((element) => {
    const box = element.closest('p')?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
    return [lines.at(0), lines.at(-1)].map((line) => ({
      left: (line?.left ?? 0) - (box?.left ?? 0),
      right: (box?.right ?? 0) - (line?.right ?? 0),
    }));
  });
  expect(first?.right).toBeLessThan(2);
  expect(second?.left).toBeLessThan(2);
});

it('marks above letters are not cut off on a line that is cut at its end', async () => {
  const title = 'أّٰ أّٰ أّٰ';
  const project = await server.postProject(bina, { title });
  await server.joinTeam(project, bina, asha);
  const { page } = await server.actor(asha, '/messages');
  await chat({ page }).row(title).click();
  const heading = page.getByRole('heading', { level: 2, name: title });
  const box = await heading.boundingBox();
  if (box === null) throw new Error('the heading is not on screen');
  /** Whether the 3 pixels above the line show anything but the background. */
  const hasMarks = async () => {
    const above = await page.screenshot({ clip: { x: box.x, y: Math.floor(box.y) - 3, width: 60, height: 3 } });
    return page.evaluate(
      async (png) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(png)]));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        const { data = [] } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
        const green = [...data].filter((_, index) => index % 4 === 1);
        return Math.max(...green) - Math.min(...green) > 40;
      },
      [...above],
    );
  };
  expect(await hasMarks()).toBe(true);
  await heading.evaluate((element) => {
    element.style.overflow = 'hidden';
  });
  expect(await hasMarks()).toBe(false);
});

it('offers no way back to a reply that only newer messages have moved out of view', async () => {
  const chitra = await server.signUp('Chitra Das');
  const write = (n: number, reply_to?: number) =>
    server.api(chitra, 'POST /api/messages', { receiver_id: asha.id, content: `line ${n}`, reply_to });
  for (let n = 1; n <= 30; n += 1) await write(n, n === 30 ? 29 : undefined);
  await server.api(asha, `PUT /api/messages/mark-read/${chitra.id}`);
  const { page } = await server.actor(asha, `/messages/${chitra.id}`);
  const line = (n: number) => page.locator(`[data-message="line ${n}"]`);
  await line(30)
    .getByRole('button', { name: /In reply to/u })
    .click();
  await line(29).and(page.locator(':focus')).waitFor();
  await page.mouse.move(2, 2);
  for (let n = 31; n <= 55; n += 1) {
    await write(n);
    await line(n).waitFor();
  }
  await line(30).waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Back to reply' }).count()).toBe(0);
});

it('following a quote offers a way back, and hovering a message a reaction with one press', async () => {
  const chitra = await server.signUp('Chitra Das');
  for (let n = 1; n <= 60; n += 1)
    await server.api(chitra, 'POST /api/messages', {
      receiver_id: asha.id,
      content: `line ${n}`,
      ...(n === 58 && { reply_to: 2 }),
    });
  await server.api(asha, `PUT /api/messages/mark-read/${chitra.id}`);
  const { page } = await server.actor(asha, `/messages/${chitra.id}`);
  const line = (n: number) => page.locator(`[data-message="line ${n}"]`);
  await line(60).waitFor();
  await line(58)
    .getByRole('button', { name: /In reply to/u })
    .click();
  await line(2).waitFor();
  await page.getByRole('button', { name: 'Back to reply' }).click();
  await line(58).and(page.locator(':focus')).waitFor();
  expect(await page.getByRole('button', { name: 'Back to reply' }).count()).toBe(0);

  await line(59).hover();
  await line(59).getByRole('button', { name: 'React with 👍' }).click();
  await line(59).getByRole('button', { name: '👍, You' }).waitFor();
});

it.each(
  everyNth(3, [
    ['/settings/account', 'Change password'],
    ['/settings/account', 'Change address'],
    ['/settings/data', 'Delete account'],
    ['/profile', 'Edit Profile'],
    [`/people/${asha.id}`, 'Edit intro'],
    [`/people/${asha.id}`, 'Edit about'],
    ['/projects', 'Create Project'],
    [`/projects/${fair}`, /^Report this project/u],
    ['/dashboard', /^Search/u],
  ] as const),
)('at %s, a quick second press on “%s” leaves the first field its focus and its text', async (path, name) => {
  const { page } = await server.actor(asha, path);
  const button = page.getByRole('button', { name }).first();
  await button.waitFor();
  await settled(page);
  const { x, y } = await pointAt(button);
  const devtools = await page.context().newCDPSession(page);
  const beganS = Date.now() / 1_000;
  for (const clickCount of [1, 2]) {
    // The events' own times are 0.1 s apart: on a busy machine they may arrive too late for a double click.
    const press = { x, y, button: 'left', clickCount, timestamp: beganS + clickCount / 10 } as const;
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await devtools.send('Input.dispatchMouseEvent', { type, ...press });
    await page.waitForTimeout(100);
  }
  const field = page.locator('input:focus, textarea:focus, select:focus');
  await field.waitFor();
  const isFirst = field.evaluate((element) => {
    const fields = element.closest('form, [role=dialog]')?.querySelectorAll('input, textarea, select') ?? [];
    return [...fields].find((one) => one instanceof HTMLElement && one.offsetParent !== null) === element;
  });
  expect(await isFirst).toBe(true);
  if (await field.evaluate((element) => element.matches('select, [type=radio]'))) return;
  await page.keyboard.type('ab');
  expect(await field.inputValue()).toContain('ab');
});

it('pressing a format’s shortcut twice leaves the text unchanged', async () => {
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  const { composer } = chat({ page });
  for (const [text, keys, once] of [
    ['', 'Control+b', '****'],
    ['plan', 'Control+b', '**plan**'],
    ['plan', 'Control+i', '_plan_'],
    ['plan', 'Control+e', '`plan`'],
  ] as const) {
    await composer.fill(text);
    await composer.press('Control+a');
    // The first press may still load the code.
    await composer.press(keys);
    await expect.poll(() => composer.inputValue()).toBe(once);
    await composer.press(keys);
    await expect.poll(() => composer.inputValue()).toBe(text);
  }
  await composer.fill('');
});

it.each([1280, 390])(
  'a row of My work is padded evenly, with the team chat in the line of its title if there is room, %d px wide',
  async (width) => {
    const [creator, applicant] = [await server.signUp('Devi Rao'), await server.signUp('Esha Nair')];
    const project = await server.postProject(creator, { title: 'Kiosk' });
    await server.joinTeam(project, creator, applicant);
    for (const name of ['Farah Khan', 'Gita Bose'])
      await server.api(await server.signUp(name), `POST /api/projects/${project}/connect`);
    const { page } = await server.actor(creator, '/work', { viewport: { width, height: 800 } });
    // Scoped to its section, since the interests also name the project.
    const own = page.getByRole('region', { name: 'Projects I created' });
    const row = own.getByRole('listitem').filter({ hasText: 'Kiosk' });
    const boxOf = async (part: Locator) => {
      const box = await part.first().boundingBox();
      const [top, height] = [box?.y ?? 0, box?.height ?? 0];
      return { top, bottom: top + height, middle: top + height / 2 };
    };
    const openChat = row.getByRole('link', { name: /^Open team chat/u });
    await openChat.waitFor();
    const [all, title, fact, chat] = [
      await boxOf(row),
      await boxOf(row.getByText('Kiosk')),
      await boxOf(row.getByText('2 interested')),
      await boxOf(openChat),
    ];
    const above = title.top - all.top;
    if (width === 1280) {
      expect(Math.abs(above - (all.bottom - fact.bottom))).toBeLessThanOrEqual(4);
      expect(Math.abs(chat.middle - title.middle)).toBeLessThanOrEqual(1);
    } else {
      // Leaves room for the button's invisible edge.
      expect(Math.abs(above - (all.bottom - chat.bottom))).toBeLessThanOrEqual(8);
      expect(chat.top).toBeGreaterThanOrEqual(fact.bottom);
    }
  },
);

it('an email address on several lines covers no other fact about a member', async () => {
  const [creator, applicant] = [
    await server.signUp('Devi Rao'),
    await server.signUp('Ananya Venkatasubramanian Krishnaswamy Iyengar'),
  ];
  await server.api(applicant, 'PATCH /api/users/profile', { college: 'IIT Madras' });
  const project = await server.postProject(creator, { title: 'Kiosk' });
  await server.joinTeam(project, creator, applicant);
  const { page } = await server.actor(creator, `/people/${applicant.id}`, { viewport: { width: 390, height: 800 } });
  const address = await page.getByText(applicant.email).boundingBox();
  const college = await page.getByText('IIT Madras').boundingBox();
  expect(address?.height).toBeGreaterThan(30);
  expect(address?.y).toBeGreaterThanOrEqual((college?.y ?? 0) + (college?.height ?? 0));
});

it('a suggestion that is dismissed by a double Enter leaves the focus in the list', async () => {
  const [member, creator] = [await server.signUp('Harini Rao'), await server.signUp('Ishan Dey')];
  await server.api(member, 'PATCH /api/users/profile', { skills: ['Kolam'] });
  for (const title of ['Threshold art', 'Rice flour'])
    await server.postProject(creator, { title, required_skills: ['Kolam'] });
  const { page } = await server.actor(member, '/dashboard');
  const list = page.getByRole('region', { name: 'Projects that fit your skills' }).getByRole('list').first();
  const dismiss = page.getByRole('button', { name: /^Don’t suggest/u });
  await dismiss.first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => dismiss.count()).toBe(1);
  expect(await list.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

it('names each message’s button after its writer, and a join request after its applicant', async () => {
  await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'Mine' });
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Small print' });
  await server.api(asha, 'POST /api/project-requests', { project_id: fair, message: 'May I?' });
  const { page } = await server.actor(bina, `/messages/${asha.id}`);
  const { bubble } = chat({ page });
  await bubble('Mine').getByRole('button', { name: 'Actions for Asha Verma’s message', exact: true }).waitFor();
  await bubble('Small print').getByRole('button', { name: 'Actions for your message', exact: true }).waitFor();
  await page.goto(`/projects/${fair}`);
  await page.getByRole('article', { name: 'Asha Verma’s join request', exact: true }).waitFor();
});

it('a message from a blocked member takes one line on a phone', async () => {
  const reader = await server.signUp('Farah Khan');
  const project = await server.postProject(reader, { title: 'Tidal clock' });
  const writer = await server.signUp('Venkatasubramanian Krishnamurthy');
  await server.joinTeam(project, reader, writer);
  const { data } = await server.call(reader, 'GET /api/refresh');
  const team = data.teams?.data.teams[0]?.conversation_id ?? 0;
  await server.api(writer, 'POST /api/messages', { conversation_id: team, content: 'Buy this' });
  await server.api(reader, `PUT /api/blocks/${writer.id}`);
  const { page } = await server.actor(reader, `/messages/c/${team}`, { viewport: { width: 390, height: 844 } });
  const show = await page.getByRole('button', { name: 'Show message' }).boundingBox();
  const words = await page.getByText(/^You blocked/u).boundingBox();
  expect(words?.y).toBeGreaterThan(show?.y ?? 0);
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(show?.x ?? 0);
});

it('a deleted project leads to My work, also if its live update closes the dialog before the answer', async () => {
  const gone = await server.postProject(bina, { title: 'Gone fair' });
  const { page } = await server.actor(bina, `/projects/${gone}`);
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Delete project…' }).click();
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Delete project' });
  await yes.waitFor();
  // The answer arrives while the step back from the dialog is under way.
  await page.evaluate(() => {
    const back = window.history.back.bind(window.history);
    window.history.back = () => void setTimeout(back, 600);
  });
  await page.route(`**/api/projects/${gone}`, async (route) => {
    const response = await route.fetch();
    await new Promise((done) => setTimeout(done, 300));
    await route.fulfill({ response });
  });
  await yes.click();
  await page.getByText('Project deleted').waitFor();
  await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
  await settled(page);
  expect(new URL(page.url()).pathname).toBe('/work');
});

it.each([1280, 390])('“Logged out” ends where the line between devices does, at %i px', async (width) => {
  const account = await server.signUp('Chitra Das');
  const { email, password } = account;
  await server.call(null, 'POST /api/auth/login', { body: { email, password } });
  const { page } = await server.actor(account, '/settings/devices', { viewport: { width, height: 800 } });
  const devices = page.getByRole('listitem').filter({ hasText: 'Last used' });
  await page.getByRole('button', { name: /^Log out (?!all)/u }).click();
  const words = devices.locator('[data-outcome]', { hasText: 'Logged out' });
  await words.waitFor();
  const end = await words.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right;
  });
  const row = await devices.boundingBox();
  expect(Math.round(end)).toBe(Math.round((row?.x ?? 0) + (row?.width ?? 0)));
});

it('shows the start of a long title that is edited, although the caret is at its end', async () => {
  const id = await server.postProject(asha, { title: 'A long title of a project '.repeat(4).trim() });
  const { page } = await server.actor(asha, `/projects/${id}`);
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Edit project' }).click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
  await settled(page);
  const place = await title.evaluate((field: HTMLInputElement) => ({
    isCut: field.scrollWidth > field.clientWidth,
    left: field.scrollLeft,
    isCaretAtEnd: field.selectionStart === field.value.length,
  }));
  expect(place).toEqual({ isCut: true, left: 0, isCaretAtEnd: true });
});

it('lines up the roles of the dashboard’s teams, with and without a chat', async () => {
  const [chitra, devi] = [await server.signUp('Chitra Nair'), await server.signUp('Devi Pillai')];
  await server.postProject(chitra, { title: 'Alone so far' });
  const joined = await server.postProject(devi, { title: 'With a chat' });
  const body = { project_id: joined, message: 'May I?' };
  const { data } = await server.call(chitra, 'POST /api/project-requests', { body });
  await server.call(devi, 'PUT /api/project-requests/:id/status', {
    params: { id: data.request.id },
    body: { status: 'accepted' },
  });
  const { page } = await server.actor(chitra, '/dashboard');
  await page.getByRole('link', { name: /^Open team chat/u }).waitFor();
  const boxes = await Promise.all(
    [page.getByText('Member', { exact: true }).first(), page.getByText(/^Creator ·/u)].map((role) =>
      role.boundingBox(),
    ),
  );
  expect(boxes[0]?.x).toBe(boxes[1]?.x);
});

import { everyNth, runsAll, runsFull } from '@sangam/testing/runs';
import { startSlowConnection } from '@sangam/testing/servers/slow-connection';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { layoutShiftOf, movedOn, observeLayoutShift, waitForAllLists } from './layout-shift.js';
import { uploadFile } from './message-states.js';
import { type OwnTestServer, ownTestServer, startTestServer } from './servers.js';
import { settled } from './settled.js';
import type { Account } from './test-server.js';

/** Web vitals call 0.1 good. */
const SHIFT_MAX = 0.01;
/** 3G, as Lighthouse emulates it. */
const network = { latencyMs: 150, bytesPerS: 1_600_000 / 8 };
type Viewport = Record<'width' | 'height', number>;
const sizes: [Viewport, Viewport] = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
/** A phone shows most shifts; the full mode also tries a wide window. */
const tried = runsFull ? sizes : sizes.slice(0, 1);
const AT_A_TIME = 4;
/** Generous, since all other tests run at the same time. */
const QUIET_WITHIN_MS = 100_000;
/** Presence arrives over the socket after the network is quiet. */
const SETTLES_MS = 700;

const server = await ownTestServer();
const [asha, rohan, meera, newcomer, rejected] = [
  await server.signUp('Asha Verma'),
  await server.signUp('Rohan Mehta'),
  await server.signUp('Meera Iyer'),
  await server.signUp('Zoya Khan'),
  await server.signUp('Kavya Rao'),
];
const own = await server.postProject(asha, {
  title: 'Stepwell puzzles',
  required_skills: ['Art', 'Levels'],
  max_members: 4,
  questions: ['How many hours a week?'],
  roles: [{ name: 'Artist', seats: 1, skills: ['Art'] }],
});
const other = await server.postProject(rohan, { title: 'Night bus radio', required_skills: ['Sound'] });
const ask = async (by: Account, project_id: number): Promise<number> => {
  const body = { project_id, message: 'May I?', answers: [{ question: 'How many hours a week?', answer: 'Six' }] };
  const { answers, ...plain } = body;
  const { data } = await server.call(by, 'POST /api/project-requests', {
    body: project_id === own ? { ...plain, answers } : plain,
  });
  return data.request.id;
};
const joined = await ask(meera, own);
await server.api(asha, `PUT /api/project-requests/${joined}/status`, { status: 'accepted' });
await ask(rohan, own);
await ask(asha, other);
await server.api(rohan, `POST /api/projects/${own}/connect`);
const third = await server.postProject(meera, { title: 'Kite archive' });
await server.api(meera, `POST /api/projects/${third}/invitations`, { user_id: asha.id, message: 'Join us?' });
await server.api(asha, `PUT /api/project-requests/${await ask(rejected, own)}/status`, { status: 'rejected' });
for (const from of [rohan, meera])
  for (let n = 1; n <= 12; n += 1)
    await server.api(from, 'POST /api/messages', { receiver_id: asha.id, content: `See https://example.org/${n}` });

const members = [
  ...['/', '/dashboard', '/projects', `/projects/${own}`, `/projects/${other}`, '/work', '/analytics', '/welcome'],
  ...['/profile', '/messages', `/messages/${rohan.id}`, '/collaborators', `/people/${asha.id}`, `/people/${rohan.id}`],
  ...['account', 'notifications', 'hours', 'privacy', 'appearance', 'devices', 'data'].map(
    (name) => `/settings/${name}`,
  ),
];
const visitors = [
  ...['/', '/projects', `/projects/${own}`, `/people/${asha.id}`, '/login', '/signup', '/forgot-password'],
  ...['/privacy', '/terms', '/support', '/about'],
];
const fresh = ['/dashboard', '/work', '/messages', '/profile', '/analytics', `/projects/${own}`];

/** Runs `act` with a browser context on its own slow network. */
async function overSlowLine<T>(
  { at = server, as, viewport }: { at?: OwnTestServer; as: Account | null; viewport: Viewport },
  act: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const line = await startSlowConnection({ host: 'localhost', port: Number(new URL(at.url).port) }, network);
  const context = await at.newContext(as, { viewport, origin: `http://localhost:${line.port}` });
  const result = await act(context);
  await context.close();
  await line.close();
  return result;
}

/** Returns the parts that moved on the page, if they moved too far. */
async function movedAt(context: BrowserContext, path: string): Promise<readonly string[]> {
  await observeLayoutShift(context);
  await waitForAllLists(context);
  const page = await context.newPage();
  await page.goto(path, { timeout: QUIET_WITHIN_MS });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
  await page.waitForTimeout(SETTLES_MS);
  return (await layoutShiftOf(page)) <= SHIFT_MAX ? [] : movedOn(page);
}

it.each(tried)('no page moves while it loads over a slow network, $width px wide', async (viewport) => {
  const left = everyNth(5, [
    ...members.map((path) => ({ name: `${path} (member)`, path, as: asha })),
    ...fresh.map((path) => ({ name: `${path} (newcomer)`, path, as: newcomer })),
    ...visitors.map((path) => ({ name: path, path, as: null })),
    // A rejected applicant sees other projects to ask next.
    ...[`/projects/${own}`, '/work'].map((path) => ({ name: `${path} (rejected applicant)`, path, as: rejected })),
  ]);
  const moved: Record<string, readonly string[]> = {};
  const work = async () => {
    for (let visit = left.shift(); visit !== undefined; visit = left.shift()) {
      const { as, path, name } = visit;
      const here = await overSlowLine({ as, viewport }, (context) => movedAt(context, path));
      if (here.length > 0) moved[name] = here;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  expect(moved).toEqual({});
});

it.runIf(runsAll)('the banner of a member who must confirm their address moves no page', async () => {
  const strict = await startTestServer({ REQUIRE_VERIFIED_EMAIL: 'on' });
  const unconfirmed = await strict.signUp('Lata Late');
  const moved: Record<string, readonly string[]> = {};
  for (const path of ['/dashboard', '/work', '/messages']) {
    const here = await overSlowLine({ at: strict, as: unconfirmed, viewport: sizes[0] }, (context) =>
      movedAt(context, path),
    );
    if (here.length > 0) moved[path] = here;
  }
  await strict.close();
  expect(moved).toEqual({});
});

interface Watched {
  looks?: Record<string, string[]>;
}

/** Records each message of a thread in each frame: its text, and the place and size of its bubble. */
const watchMessages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const looks: Record<string, string[]> = {};
    (window as Watched).looks = looks;
    const look = () => {
      for (const row of document.querySelectorAll<HTMLElement>('[data-message]')) {
        const [pane, bubble] = [row.closest('section[tabindex]'), row.querySelector('.rounded-xl')];
        if (!pane || !bubble) continue;
        const { left, bottom, width, height } = bubble.getBoundingClientRect();
        const place = [left, pane.getBoundingClientRect().bottom - bottom, width, height].map(Math.round);
        const now = `${row.innerText.replaceAll('\n', ' ')} at ${place}`;
        const seen = looks[row.dataset.message ?? ''] ?? [];
        looks[row.dataset.message ?? ''] = seen.includes(now) ? seen : [...seen, now];
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

it.each(everyNth(2, sizes))(
  'a conversation’s texts and pictures have their final look from the first frame, $width px wide',
  async (viewport) => {
    const reader = await server.signUp('Tara Nair');
    await server.api(meera, 'POST /api/messages', { receiver_id: reader.id, content: 'Hello, **Tara**' });
    await server.api(reader, 'POST /api/messages', { receiver_id: meera.id, content: 'Hello' });
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer();
    const text = 'The **plan**:\n- one\n- two\n\n```\nrun()\n```\n[here](https://example.org) and `there`';
    for (const content of [text, ...Array.from({ length: 3 }, (_, n) => `_Line_ **${n}**, said ~~twice~~ \`once\``)])
      await server.api(meera, 'POST /api/messages', { receiver_id: reader.id, content });
    const attachment_ids = [await uploadFile(server, meera, 'plan.png', picture)];
    await server.api(meera, 'POST /api/messages', { receiver_id: reader.id, content: 'plan.png', attachment_ids });
    await server.api(reader, `PUT /api/messages/mark-read/${meera.id}`);
    const looks = await overSlowLine({ as: reader, viewport }, async (context) => {
      await watchMessages(context);
      expect(await movedAt(context, `/messages/${meera.id}`)).toEqual([]);
      const [page] = context.pages();
      await page?.getByRole('button', { name: 'View picture plan.png' }).waitFor();
      return (await page?.evaluate(() => (window as Watched).looks)) ?? {};
    });
    expect(Object.keys(looks)).toContain(text);
    expect(Object.values(looks).filter((seen) => seen.length > 1)).toEqual([]);
  },
);

/** Opens a page, and waits until it stands still. `moved` then returns the elements that have moved since. */
async function still(as: Account, path: string, viewport: Viewport) {
  const context = await server.newContext(as, { viewport });
  context.setDefaultTimeout(QUIET_WITHIN_MS);
  await observeLayoutShift(context);
  await waitForAllLists(context);
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
  await page.waitForTimeout(SETTLES_MS);
  const before = await layoutShiftOf(page);
  const seen = (await movedOn(page)).length;
  return {
    page,
    context,
    moved: async () => ((await layoutShiftOf(page)) - before <= SHIFT_MAX ? [] : (await movedOn(page)).slice(seen)),
  };
}

it.runIf(runsAll).each(sizes)('the line about a lost connection moves nothing, $width px wide', async (viewport) => {
  // Separate pages, since each takes a while to reconnect.
  for (const path of viewport.width < 1000 ? ['/work', `/messages/${rohan.id}`] : ['/dashboard']) {
    const { page, context, moved } = await still(asha, path, viewport);
    await context.setOffline(true);
    const line = page.getByText(/^Offline\./u);
    await line.waitFor();
    const box = await line.boundingBox();
    // The line is in the bar, not over the page.
    expect((box?.y ?? 0) + (box?.height ?? 0), path).toBeLessThanOrEqual(64);
    await context.setOffline(false);
    await line.waitFor({ state: 'detached' });
    expect(await moved(), path).toEqual([]);
    await context.close();
  }
});

it.runIf(runsAll)('the notice that the server is slow moves nothing', async () => {
  const moved = async (path: string, call: RegExp) => {
    const context = await server.newContext(asha, { viewport: sizes[0] });
    await observeLayoutShift(context);
    const page = await context.newPage();
    await page.route(call, () => undefined);
    await page.goto(path);
    await page.getByText('Still trying to reach Sangam.').waitFor();
    const parts = await movedOn(page);
    await context.close();
    return parts;
  };
  expect(
    await Promise.all([moved('/projects', /api\/projects\?/u), moved(`/people/${rohan.id}`, /api\/people/u)]),
  ).toEqual([[], []]);
});

it.each(everyNth(2, sizes))(
  'the member’s own page moves nothing when its session and its hours come late, $width px wide',
  async (viewport) => {
    const context = await server.newContext(asha, { viewport });
    await observeLayoutShift(context);
    const page = await context.newPage();
    const holdUntil = (shown: Locator, call: RegExp) =>
      page.route(call, async (route) => {
        await shown.waitFor();
        await page.waitForTimeout(SETTLES_MS);
        await route.continue();
      });
    await holdUntil(page.getByText('Loading member'), /api\/auth\/me$/u);
    await holdUntil(page.getByRole('link', { name: 'Edit free hours' }), /api\/hours$/u);
    await page.goto(`/people/${asha.id}`);
    await page.getByText('Add the hours you have for projects.').waitFor();
    await page.waitForTimeout(SETTLES_MS);
    expect(await movedOn(page)).toEqual([]);
    await context.close();
  },
);

/**
 * Keeps moving the pointer outside the lists, like a reader who is about to press, until the returned function is called. A script in the
 * page moves it: on a busy machine, moves by the test come too late, and the reader would seem to rest.
 */
async function keepMoving(page: Page): Promise<() => Promise<void>> {
  await page.mouse.move(20, 20);
  const timer = await page.evaluate(() => {
    const move = () => document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    move();
    return window.setInterval(move, 100);
  });
  return () => page.evaluate((running) => window.clearInterval(running), timer);
}

/** Pages where another member's action arrives while Asha reads, the button that offers to show it, and the new row. */
const arrivals = [
  { path: '/dashboard', offers: '1 new request · Show', role: 'button' as const, shows: 'Accept Kiran Das' },
  { path: `/projects/${own}`, offers: '1 new request · Show', role: 'button' as const, shows: 'Accept Kiran Das' },
  { path: '/work', offers: '1 new invitation · Show', role: 'link' as const, shows: 'Kite archive 2' },
];

it.each(everyNth(2, sizes))(
  'a live arrival moves nothing until the reader rests or asks for it, $width px wide',
  async (viewport) => {
    for (const { path, offers, role, shows } of arrivals) {
      const kiran = await server.signUp('Kiran Das');
      const { page, context, moved } = await still(asha, path, viewport);
      const rest = await keepMoving(page);
      const later = path === '/work' ? await server.postProject(kiran, { title: shows }) : own;
      if (path === '/work') await server.api(kiran, `POST /api/projects/${later}/invitations`, { user_id: asha.id });
      else {
        await server.api(kiran, `POST /api/projects/${own}/connect`);
        await ask(kiran, own);
      }
      const offer = page.getByRole('button', { name: offers });
      const row = page.getByRole(role, { name: shows }).first();
      // A list below the window shows the row at once, without the button.
      await offer.or(row).first().waitFor();
      await page.waitForTimeout(SETTLES_MS);
      expect(await moved(), path).toEqual([]);
      // At the second size the button isn't pressed: the row appears once the reader rests.
      if (viewport === sizes[0] && (await offer.isVisible())) await offer.click();
      await rest();
      await row.waitFor();
      await context.close();
    }
  },
);

it('a newcomer’s first steps stay while an answer arrives, and so does the open list of notifications', async () => {
  const lata = await server.signUp('Lata Pai');
  // Showing interest allows Meera to invite her.
  await server.api(lata, `POST /api/projects/${third}/connect`);
  const { page, context, moved } = await still(lata, '/dashboard', { width: 390, height: 844 });
  await page.getByRole('button', { name: /^Notifications/u }).click();
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  await page.waitForTimeout(SETTLES_MS);
  const rest = await keepMoving(page);
  const invited = await server.api(meera, `POST /api/projects/${third}/invitations`, { user_id: lata.id });
  expect(invited.ok, await invited.text()).toBe(true);
  await page.getByRole('button', { name: '1 new · Show' }).waitFor();
  await rest();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Start here' }).waitFor();
  expect(await moved()).toEqual([]);
  await context.close();
});

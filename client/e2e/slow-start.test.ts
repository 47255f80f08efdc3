import { eventually } from '@sangam/testing/eventually';
import { expect, it, onTestFinished } from 'vitest';
import { layoutShiftOf, movedOn, observeLayoutShift, waitForAnswers } from './layout-shift.js';
import { ownTestServer } from './servers.js';
import { settled } from './settled.js';

// Its own server, since other tests' new projects would change the lists in between.
const server = await ownTestServer();
const [asha, rohan] = [await server.signUp('Asha Verma'), await server.signUp('Rohan Mehta')];
const own = await server.postProject(asha, { title: 'Stepwell puzzles' });
const { data } = await server.call(rohan, 'POST /api/project-requests', {
  body: { project_id: own, message: 'May I?' },
});

/** Returns the names of the cached parts. */
async function cachedParts(): Promise<unknown> {
  const known = (await indexedDB.databases()).some(({ name }) => name === 'kept');
  if (!known) return [];
  const answered = (request: IDBRequest) =>
    new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
  const database = (await answered(indexedDB.open('kept'))) as IDBDatabase;
  const keys = (await answered(database.transaction('parts').objectStore('parts').getAllKeys())) as string[][];
  database.close();
  return keys.map(([, name]) => name);
}

/** Opens the dashboard, leaves it, runs `meanwhile`, and opens it again while the server's answers are held back. */
async function openAgain(meanwhile: () => Promise<unknown> = async () => undefined) {
  const context = await server.newContext(asha);
  onTestFinished(() => context.close());
  await observeLayoutShift(context);
  await waitForAnswers(context);
  const page = await context.newPage();
  const accept = page.getByRole('button', { name: 'Accept Rohan Mehta' });
  await page.goto('/dashboard');
  await accept.waitFor();
  // On a busy machine, some parts are written later than others, and one without its part would come late.
  const shown = expect.arrayContaining([
    ...['dashboard', 'inbox', 'incomingInterests', 'incomingRequests', 'myProjects', 'myRequests', 'myTeams'],
    ...['myTransfers', 'recentProjects', 'suggestedPeople', 'suited'],
  ]);
  await eventually(async () => expect(await page.evaluate(cachedParts)).toEqual(shown), 20_000);
  await page.goto('about:blank');
  await meanwhile();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  return { page, accept, release };
}

it('shows cached data before the server answers, and then moves nothing', async () => {
  const { page, accept, release } = await openAgain();
  await accept.waitFor();
  expect(await page.getByText('Showing what was last loaded').count()).toBe(0);
  // Awaited, since a busy page may be idle before it sends its calls.
  const answered = page.waitForResponse((response) => response.url().includes('/api/refresh'));
  release();
  await answered;
  await settled(page);
  expect(await layoutShiftOf(page), (await movedOn(page)).join('\n')).toBeLessThanOrEqual(0.01);
  expect(await accept.count()).toBe(1);
});

it('cannot decide a cached request that was decided in the meantime', async () => {
  const { page, accept, release } = await openAgain(() =>
    server.api(asha, `PUT /api/project-requests/${data.request.id}/status`, { status: 'rejected' }),
  );
  await accept.click();
  release();
  await page.getByText('This request has been answered or has ended.').waitFor();
  const mine = await server.call(rohan, 'GET /api/project-requests/mine');
  expect(mine.data.requests).toMatchObject([{ status: 'rejected' }]);
});

it('misses nothing that happens between fetching a list and connecting', async () => {
  const context = await server.newContext(asha);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  let connect: () => void = () => undefined;
  const connected = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await page.route('**/socket.io/**', async (route) => {
    await connected;
    await route.continue();
  });
  await page.routeWebSocket(/\/socket\.io\//u, async (socket) => {
    await connected;
    socket.connectToServer();
  });
  await page.goto('/work');
  await page.getByRole('link', { name: 'Stepwell puzzles' }).first().waitFor();
  await settled(page);
  await server.postProject(asha, { title: 'Kite archive' });
  expect(await page.getByText('Kite archive').count()).toBe(0);
  connect();
  await page.getByRole('link', { name: 'Kite archive' }).first().waitFor();
});

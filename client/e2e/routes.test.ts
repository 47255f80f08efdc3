import { runsAll } from '@sangam/testing/runs';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { logOut } from './account-menu.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';
import { secondPressOver } from './within.js';

const server = await sharedTestServer();
const asha = await server.signUp('Asha Verma');

const visit = async (path: string): Promise<Page> => (await server.visit(path)).page;
const sit = async (account: Account, path: string): Promise<Page> => (await server.actor(account, path)).page;

/** How far the page's clock advances between two checks. */
const STEP_MS = 50;

/** From now on, the page's timers run only when the test advances its clock. Requests are not affected. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
}

/** With the page's clock stopped, expects it to stay for `ms` and to be at `url` a millisecond later. */
async function leavesAfter(page: Page, ms: number, url: string): Promise<void> {
  const before = page.url();
  await page.clock.runFor(ms - 1);
  expect(page.url()).toBe(before);
  await page.clock.runFor(1);
  await page.waitForURL(`${server.url}${url}`);
}

it.runIf(runsAll)('account pages send a signed-in member to the dashboard, and never to another site', async () => {
  const page = await sit(asha, '/profile');
  for (const path of ['/login', '/signup', '/forgot-password', '/reset-password', '/login?next=/.//evil.example']) {
    await page.goto(path);
    await page.waitForURL(`${server.url}/dashboard`);
  }
});

it('loads the code of a member’s page while the server checks the session, not after it', async () => {
  const page = await sit(asha, '/projects');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.resourceType(), new URL(request.url()).pathname));
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/me', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/messages');
  // Waits until no more is requested; with an answer outstanding, the network is never idle.
  const isQuiet = async () => {
    const before = requests.length;
    await page.waitForTimeout(500);
    return before > 0 && requests.length === before;
  };
  await expect.poll(isQuiet).toBe(true);
  requests.length = 0;
  answer();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const untilData = requests.slice(
    0,
    requests.findIndex((path) => path.startsWith('/api/')),
  );
  expect(untilData).not.toContain('script');
});

it('/projects/new opens the create dialog over the list, as does the dashboard’s quick link', async () => {
  const page = await sit(asha, '/projects/new');
  const dialog = page.getByRole('dialog', { name: 'Create Project' });
  await dialog.waitFor();
  await page.waitForURL(`${server.url}/projects`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('region', { name: 'Quick actions' }).getByRole('link', { name: 'Create a project' }).click();
  await dialog.waitFor();
});

it.runIf(runsAll)('a tablet’s bar has everything that a wider one has', async () => {
  const { page } = await server.actor(asha, '/profile', { viewport: { width: 768, height: 800 } });
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Search/u })
    .filter({ visible: true })
    .waitFor();
  for (const name of ['Create', 'New messages', 'Notifications', 'Account menu'])
    expect(await page.getByRole('banner').getByRole('button', { name, exact: true }).isVisible(), name).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
});

it.runIf(runsAll)('/projects/new asks a visitor to log in', async () => {
  const page = await visit('/projects/new');
  await page.waitForURL(`${server.url}/login?next=%2Fprojects%2Fnew`);
  await page.getByText('Please log in to create a project').waitFor();
});

it.runIf(runsAll)(
  'a forgotten password without a mail server: verifying, form with its errors, success, and the login page after 3 seconds',
  async () => {
    const account = await server.signUp('Chitra Das');
    const page = await visit('/forgot-password');
    const send = page.getByRole('button', { name: 'Send reset link' });
    await page.getByLabel('Email').fill(account.email);
    await send.click();
    await page.getByRole('heading', { name: 'Ask the operator for your link' }).waitFor();
    await secondPressOver(page);
    await page.getByRole('button', { name: 'Use another address' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe(account.email);

    let link: string | undefined;
    await expect
      .poll(async () => (link = await server.emailedLink(account.email, '/reset-password')), { timeout: 60_000 })
      .toBeDefined();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/auth/verify-reset-token', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${link}`);
    await page.getByText('Verifying your reset link').waitFor();
    release();
    await page.getByText('Hello Chitra Das.').waitFor();

    const [password, confirm] = [
      page.getByLabel('New password', { exact: true }),
      page.getByLabel('Confirm new password', { exact: true }),
    ];
    const reset = page.getByRole('button', { name: 'Reset password' });
    await password.fill('Another-horse-8');
    await confirm.fill('Another-horse-8');
    await stopClock(page);
    await reset.dblclick();
    await page.getByText('Your password has been changed. Redirecting to the sign-in page.').waitFor();
    await leavesAfter(page, 3_000, '/login?message=password-reset-success');
    await page.clock.resume();
    await page.getByText('Password reset successfully! You can now sign in with your new password.').waitFor();
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill('Another-horse-8');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/dashboard`);
    // The link can be used only once.
    await logOut(page);
    await page.goto(`${link}`);
    await page.getByText('Invalid or expired reset token').waitFor();
  },
);

it.runIf(runsAll)('/oauth-success says that it failed, and after 2 seconds the login page says why', async () => {
  const page = await visit('/login');
  await stopClock(page);
  await page.goto('/oauth-success?token=made-up');
  const heading = page.getByRole('heading', { name: 'Authentication Failed' });
  await expect.poll(() => page.clock.runFor(STEP_MS).then(() => heading.count())).toBe(1);
  expect(new URL(page.url()).search).toBe('');
  await page.clock.runFor(2_000 - 2 * STEP_MS);
  expect(await heading.count()).toBe(1);
  await page.clock.runFor(2 * STEP_MS);
  await page.waitForURL(`${server.url}/login?error=oauth_failed`);
  await page.clock.resume();
  await page
    .getByRole('alert')
    .getByText(/^Authentication Failed\. /u)
    .waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

it('dark is the default; light is stored and shown before the first paint', async () => {
  const page = await sit(asha, '/dashboard');
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe('dark');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  expect(await theme()).toBe('light');
  // Even without the application's script, the first paint is light.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await theme()).toBe('light');
});

it.runIf(runsAll)('shows the logo’s mark until the scripts have loaded', async () => {
  const { page } = await server.visit('/login');
  const held: Route[] = [];
  await page.route('**/assets/*.js', (route) => void held.push(route));
  await page.goto('/login', { waitUntil: 'commit' });
  const mark = page.locator('#root > img');
  await mark.waitFor();
  expect(await mark.boundingBox()).toMatchObject({ width: 56, height: 56 });
  expect(held.length).toBeGreaterThan(0);
  await page.unroute('**/assets/*.js');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await mark.count()).toBe(0);
});

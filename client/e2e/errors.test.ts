import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
const title = `Stepwell puzzles ${asha.id}`;
const projectId = await server.postProject(asha, { title });
await server.api(bina, `POST /api/projects/${projectId}/connect`);
await server.api(bina, 'POST /api/project-requests', { project_id: projectId });
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });

const visit = async (path: string): Promise<Page> => (await server.visit(path)).page;
const sit = async (account: Account, path: string): Promise<Page> => (await server.actor(account, path)).page;

/** Makes calls fail as long as it is not ended: as if the network were away, or with the server's own answer. */
async function fail(page: Page, call: string, answer?: { status: number; body: object }) {
  const [method, path = ''] = call.split(' ');
  let calls = 0;
  const pattern = new RegExp(`${path}(?:\\?.*)?$`, 'u');
  await page.route(pattern, (route) => {
    if (route.request().method() !== method) return route.fallback();
    calls += 1;
    return answer ? route.fulfill({ status: answer.status, json: answer.body }) : route.abort();
  });
  return { calls: () => calls, end: () => page.unroute(pattern) };
}
const refused = (message: string) => ({ status: 500, body: { success: false, code: 'INTERNAL', message } });
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' }).first();
/** The page asks again by itself as well: what failed may have come before the button is pressed. */
const retryUnless = (came: Locator) =>
  Promise.any([retry(came.page()).click({ timeout: 10_000 }), came.waitFor({ timeout: 10_000 })]);
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

it('login keeps what was typed, and says what failed above the form and in a toast', async () => {
  const page = await visit('/login');
  await page.getByLabel('Email').fill(asha.email);
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  const away = await fail(page, 'POST /api/auth/login');
  await submit.click();
  await page.getByRole('alert').getByText('Something went wrong. Please try again.').waitFor();
  await toast(page, 'Something went wrong. Please try again.').waitFor();
  await away.end();
  const wordless = await fail(page, 'POST /api/auth/login', refused(''));
  await submit.click();
  await page.getByRole('alert').getByText('Login failed').waitFor();
  await wordless.end();
  expect(await page.getByLabel('Email').inputValue()).toBe(asha.email);
  await submit.click();
  await page.waitForURL('**/dashboard');
});

it('sign-up: a taken address stands at its field, which has the focus; a failure keeps the form', async () => {
  const page = await visit('/signup');
  await page.getByLabel('Full name').fill('Asha Again');
  await page.getByLabel('Email').fill(asha.email);
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('Correct-horse-7');
  await page.getByRole('checkbox').check();
  const submit = page.getByRole('button', { name: 'Create account' });
  await submit.click();
  await page.getByText('An account with this email already exists').first().waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email');
  const { calls } = await fail(page, 'POST /api/auth/signup');
  await submit.dblclick();
  await page.getByRole('alert').getByText('Signup failed').waitFor();
  expect(calls()).toBe(1);
  expect(await page.getByLabel('Full name').inputValue()).toBe('Asha Again');
});

it('forgot and reset name the network and the server', async () => {
  const page = await visit('/forgot-password');
  await page.getByLabel('Email').fill('asha@example.org');
  const send = page.getByRole('button', { name: 'Send reset link' });
  const away = await fail(page, 'POST /api/auth/forgot-password');
  await send.click();
  await page.getByRole('alert').getByText('Network error. Please try again.').waitFor();
  await away.end();
  await fail(page, 'POST /api/auth/forgot-password', refused(''));
  await send.click();
  await page.getByRole('alert').getByText('Failed to send reset email').waitFor();

  const unreachable = await fail(page, 'POST /api/auth/verify-reset-token');
  await page.goto('/reset-password?token=any');
  await page.getByRole('alert').getByText('Network error. Please try again.').waitFor();
  await unreachable.end();
  await fail(page, 'POST /api/auth/verify-reset-token', {
    status: 200,
    body: { success: true, message: '', user: { name: 'Asha' } },
  });
  await retry(page).click();
  for (const label of ['New password', 'Confirm new password'])
    await page.getByLabel(label, { exact: true }).fill('Another-horse-8');
  const reset = page.getByRole('button', { name: 'Reset password' });
  const wordless = await fail(page, 'POST /api/auth/reset-password', refused(''));
  await reset.click();
  await page.getByRole('alert').getByText('Failed to reset password').waitFor();
  await wordless.end();
  await fail(page, 'POST /api/auth/reset-password');
  await reset.click();
  await page.getByRole('alert').getByText('Network error. Please try again.').waitFor();
});

it('the profile form keeps its input when it fails, names faults at their fields, and saves once', async () => {
  const page = await sit(bina, '/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('College is required').waitFor();
  await page.getByText('Skills are required').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'college');
  await page.getByLabel('College').fill('IIT Madras');
  await page.getByLabel('Skills').fill('Go, SQL');
  const { calls, end } = await fail(page, 'PUT /api/users/profile');
  await page.getByRole('button', { name: 'Save changes' }).dblclick();
  await page.getByRole('alert').getByText('Failed to update profile').waitFor();
  expect(calls()).toBe(1);
  await end();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await toast(page, 'Profile updated successfully!').waitFor();
  await page.getByText('IIT Madras').waitFor();
});

it('projects: the list and its Retry, creating, joining', async () => {
  const page = await sit(bina, '/profile');
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  const list = await fail(page, 'GET /api/projects');
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByRole('alert').getByText('Failed to load projects').waitFor();
  await list.end();
  await retry(page).click();
  await page.getByRole('link', { name: title }).waitFor();

  await page.getByRole('button', { name: 'Create Project' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Create Project' });
  await dialog.getByLabel('Max members').fill('21');
  await submit.click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title');
  expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(4);
  await dialog.getByLabel('Title').fill('Night bus radio');
  await dialog.getByLabel('Description').fill('Music for the ride home.');
  await dialog.getByLabel('Category').selectOption('other');
  await dialog.getByLabel('Max members').fill('20');
  const create = await fail(page, 'POST /api/projects');
  await submit.dblclick();
  await dialog.getByRole('alert').getByText('Failed to create project').waitFor();
  expect(create.calls()).toBe(1);
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Night bus radio');
  await page.keyboard.press('Escape');

  const other = await sit(await server.signUp('Chitra Das'), '/projects');
  const join = await fail(other, 'POST /api/project-requests');
  await other.getByRole('button', { name: `Join ${title}` }).dblclick();
  await toast(other, 'Failed to send join request').waitFor();
  expect(join.calls()).toBe(1);
  await join.end();
  await other.getByRole('button', { name: `Join ${title}` }).click();
  await toast(other, 'Join request sent successfully!').waitFor();
  await other.getByText('Requested', { exact: true }).waitFor();
});

it('a project’s page: unreachable, not there, interest, and the creator’s decision', async () => {
  const page = await sit(await server.signUp('Devi Rao'), '/projects');
  const load = await fail(page, `GET /api/projects/${projectId}`);
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('alert').getByText('Failed to load project details').waitFor();
  await load.end();
  await retry(page).click();
  const interest = await fail(page, `POST /api/projects/${projectId}/connect`);
  await page.getByRole('button', { name: "I'm Interested" }).click();
  await toast(page, 'Failed to send interest').waitFor();
  await interest.end();
  await page.getByRole('button', { name: "I'm Interested" }).click();
  await toast(page, 'Interest sent successfully!').waitFor();
  await page.goto('/projects/999999');
  await page.getByRole('heading', { name: 'Project not found' }).waitFor();
  await page.getByText('The project you are looking for does not exist.').waitFor();

  const creator = await sit(asha, `/projects/${projectId}`);
  const decide = await fail(creator, 'PUT /api/projects/connections/\\d+');
  await creator.getByRole('button', { name: 'Approve Devi Rao' }).click();
  await toast(creator, 'Failed to update connection status').waitFor();
  await decide.end();
  await creator.getByRole('button', { name: 'Approve Devi Rao' }).click();
  await toast(creator, 'Connection approved').waitFor();
  await creator.getByText('Approved', { exact: true }).waitFor();
  await creator.getByRole('button', { name: 'Hide' }).click();
  expect(await creator.getByText('Approved', { exact: true }).isVisible()).toBe(false);
});

it('a visitor is told why not', async () => {
  const page = await visit('/projects');
  await page.getByRole('button', { name: `Join ${title}` }).click();
  await toast(page, 'Please log in to join projects').waitFor();
  expect(await page.getByRole('button', { name: 'Create Project' }).count()).toBe(0);
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: "I'm Interested" }).click();
  await toast(page, 'Please login to show interest').waitFor();
  await page.getByText('Login to request to connect with the project owner.').waitFor();
});

it('the dashboard says of each part that it is not there, and gets it with Retry', async () => {
  const page = await sit(asha, '/profile');
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  const calls = ['GET /api/dashboard/recent-activity', 'GET /api/projects'];
  const failures = await Promise.all(calls.map((call) => fail(page, call)));
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('button', { name: 'Retry' }).nth(1).waitFor();
  for (const { end } of failures) await end();
  await retry(page).click();
  await retry(page).click();
  await page.getByRole('link', { name: title }).last().waitFor();
  await page.getByText(`You created "${title}"`).waitFor();
});

it('messages: the list, a thread, and a message that is refused keeps its text', async () => {
  const page = await sit(asha, '/profile');
  // What the live connection fetches at its start is taken away before it begins.
  const list = await fail(page, 'GET /api/messages/conversations');
  await page.goto('/messages');
  await page.getByRole('alert').getByText('Failed to load conversations').waitFor();
  await list.end();
  const { row, composer, write, bubble } = chat({ page });
  await retryUnless(row('Bina Rao'));
  const thread = await fail(page, `GET /api/messages/conversation/${bina.id}`);
  await row('Bina Rao').click();
  await page.getByRole('alert').getByText('Failed to load messages').waitFor();
  await thread.end();
  await retryUnless(bubble('Hello'));
  await bubble('Hello').waitFor();
  await composer.fill('   ');
  await composer.press('Enter');
  expect(await page.locator('[data-message]').count()).toBe(1);
  await write('Hello back');
  await bubble('Hello back').waitFor();

  await page.goto('/messages?user=999999&name=Nobody');
  await composer.waitFor();
  await write('Is anybody there?');
  await page.getByText(/^Failed to send message/u).waitFor();
  await bubble('Is anybody there?').waitFor();
});

it.each([
  { text: 'Please log in to join projects', durationMs: 4_000 },
  { text: 'Login successful!', durationMs: 3_000 },
])('the toast “$text” stays $durationMs ms, and then a second to fade', async ({ text, durationMs }) => {
  const page = await visit('/projects');
  await page.clock.install();
  if (text === 'Login successful!') {
    await page.goto('/login');
    await page.getByLabel('Email').fill(bina.email);
    await page.getByLabel('Password', { exact: true }).fill(bina.password);
    await page.keyboard.press('Enter');
  } else {
    await page.goto('/projects');
    await page.getByRole('button', { name: `Join ${title}` }).click();
  }
  const shown = toast(page, text);
  await shown.waitFor();
  // From here on only the test moves the page's time, in steps that let React follow.
  const [aheadMs, stepMs, fadeMs] = [1_000, 100, 1_000];
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs);
  let stayedMs = aheadMs;
  while (stayedMs < 10_000 && (await shown.count()) > 0) {
    await page.clock.runFor(stepMs);
    stayedMs += stepMs;
  }
  // What passed before the time was stopped is not counted.
  expect(stayedMs).toBeGreaterThan(durationMs + fadeMs - 600);
  expect(stayedMs).toBeLessThan(durationMs + fadeMs + 400);
});

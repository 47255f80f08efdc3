import { runsAll } from '@sangam/testing/runs';
import { expect, it } from 'vitest';
import { logOut } from './account-menu.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();

it('signs up, logs out and signs in again', async () => {
  const { page, faults } = await server.visit('/signup');
  const submit = page.getByRole('button', { name: 'Create account' });
  const before = await submit.boundingBox();
  await submit.click();
  await page.getByText('Please fill in all fields').waitFor();
  await page.getByText('Accept the terms to continue').waitFor();
  // The button hasn't moved, so a second press can't hit anything else.
  expect(await submit.boundingBox()).toEqual(before);
  await page.getByLabel('Full name').fill('Chitra Das');
  await page.getByLabel('Email').fill('Chitra.Accounts@Example.org');
  await page.getByLabel('Password', { exact: true }).fill('abc');
  await page.getByText('Weak').waitFor();
  await page.getByLabel('Confirm password', { exact: true }).fill('abd');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Passwords do not match').first().waitFor();
  await page.getByLabel('Confirm password', { exact: true }).fill('abc');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Please choose a stronger password').first().waitFor();
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  await page.getByText('Strong', { exact: true }).waitFor();
  await page.getByLabel('Confirm password', { exact: true }).fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Registration successful!').waitFor();
  await page.getByLabel('College').fill('IIT Madras');
  await page.getByLabel('Skills').fill('Go');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.waitForURL('**/dashboard');

  await logOut(page);
  await page.getByText('Logged out successfully').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await page.goto('/login');
  const middleOf = async (text: string) => {
    const { y = 0, height = 0 } = (await page.getByText(text).boundingBox()) ?? {};
    return Math.round(y + height / 2);
  };
  expect(await middleOf('Forgot password?')).toBe(await middleOf('Remember me'));
  await page.getByLabel('Email').fill('chitra.accounts@example.org');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Invalid email or password').first().waitFor();
  await page.getByLabel('Password', { exact: true }).fill(' Correct-horse-7 ');
  await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Login successful!').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/u);
  const { exp, iat } = await page.evaluate(() => JSON.parse(atob(localStorage.getItem('token')?.split('.')[1] ?? '')));
  expect(Math.round((exp - iat) / 86_400)).toBe(30);
  expect(faults).toEqual([]);
});

it('sends a visitor from a members-only page to /login', async () => {
  const { page } = await server.visit('/');
  for (const path of ['/dashboard', '/profile', '/messages']) {
    await page.goto(path);
    await page.waitForURL('**/login*');
  }
});

it.runIf(runsAll)('after signing in, shows the composer to a visitor who wanted to message a creator', async () => {
  const creator = await server.signUp('Asha Verma');
  const { email, password } = await server.signUp('Rohan Mehta');
  const project = await server.postProject(creator, { title: 'Stepwell puzzles' });
  const { page } = await server.visit(`/projects/${project}`);
  await page.getByRole('link', { name: 'Message Asha Verma' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Asha Verma' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
});

it('sends an unknown path to the landing page', async () => {
  const { page } = await server.visit('/login');
  for (const path of ['/nowhere', '/projects/new/x', '/projects/one']) {
    await page.goto(path);
    await page.waitForURL(`${server.url}/`);
  }
});

it.runIf(runsAll)('drops a token that the server refuses', async () => {
  const account = await server.signUp('Dev Anand');
  const actor = await server.actor(account, '/dashboard');
  await actor.page.getByRole('heading', { level: 1 }).waitFor();
  await server.api(account, 'POST /api/auth/logout');
  await actor.page.goto('/messages');
  await actor.page.waitForURL('**/login*');
  expect(await actor.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

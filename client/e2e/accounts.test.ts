import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from './world.js';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const visit = (path: string) => world.visit(path);

it('signs up, out and in again, as a person does', async () => {
  const { page, faults } = await visit('/signup');
  await page.getByLabel('Full name').fill('Chitra Das');
  await page.getByLabel('Email').fill('Chitra@Example.org');
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
  await page.waitForURL('**/dashboard');
  await page.getByText('Registration successful!').waitFor();

  await page
    .getByRole('button', { name: /log ?out/iu })
    .first()
    .click();
  await page.getByText('Logged out successfully').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await page.goto(`${world.url}/login`);
  await page.getByLabel('Email').fill('chitra@example.org');
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

it('says what is missing at login, word for word', async () => {
  const { page } = await visit('/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Please fill in all fields').first().waitFor();
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Please enter a valid email address').first().waitFor();
});

it.each(['/dashboard', '/profile', '/messages'])('%s sends a visitor to /login', async (path) => {
  const { page } = await visit(path);
  await page.waitForURL('**/login');
});

it.each([
  '/privacy',
  '/terms',
  '/support',
  '/about',
  '/collaborators',
  '/analytics',
  '/nowhere',
  '/projects/new/x',
  '/projects/one',
])('%s leads to the start', async (path) => {
  const { page } = await visit(path);
  await page.waitForURL(`${world.url}/`);
});

it('auth pages lead a signed-in member to the dashboard, and a token that the server refuses is dropped', async () => {
  const person = await world.signUp('Dev Anand');
  const seat = await world.seat(person, '/login');
  await seat.page.waitForURL('**/dashboard');
  await world.api(person, 'POST /api/auth/logout');
  await seat.page.goto(`${world.url}/messages`);
  await seat.page.waitForURL('**/login');
  expect(await seat.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

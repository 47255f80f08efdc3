import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { ownTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await ownTestServer();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** A week with these evening hours free, Monday to Friday. */
const evenings = (from: number, until: number): string =>
  Array.from({ length: 672 }, (_, quarter) => {
    const hour = (quarter % 96) / 4;
    return quarter < 5 * 96 && hour >= from && hour < until ? '1' : '0';
  }).join('');

interface About {
  skills: string[];
  listed: boolean;
  hours?: string;
}

async function signUp(name: string, { skills, listed, hours }: About): Promise<Account> {
  const member = await server.signUp(name);
  const answer = await server.api(member, 'PATCH /api/users/profile', { college: 'IIT Indore', skills, listed });
  expect(answer.status).toBe(200);
  if (hours !== undefined) await server.api(member, 'PUT /api/hours', { hours, zone: 'Asia/Kolkata' });
  return member;
}

it('a creator names two roles, finds members who fit and why, and invites one, who sees the shared hours, accepts and is in the team', async () => {
  const asha = await signUp('Asha Verma', { skills: ['Figma'], listed: false, hours: evenings(18, 21) });
  const bina = await signUp('Bina Rao', { skills: ['Golang', 'SQL'], listed: true, hours: evenings(19, 21) });
  await signUp('Chitra Das', { skills: ['SQL'], listed: true });
  await signUp('Dev Anand', { skills: ['Illustration'], listed: true });
  const esha = await signUp('Esha Nair', { skills: ['Go', 'SQL', 'Illustration'], listed: false });
  // Strangers see only shared hours that were entered before today.
  await server.kill();
  await server.run('UPDATE member_hours SET changed_on = changed_on - 1');
  await server.restart();

  const { page } = await server.actor(asha, '/projects/new');
  const form = page.getByRole('dialog', { name: 'Create Project' });
  await form.getByLabel('Title').fill('Stepwell atlas');
  await form.getByLabel('Description').fill('A map of every stepwell.');
  await form.getByLabel('Category').selectOption('other');
  for (const [index, [role, skills]] of [
    ['Backend', 'Go, SQL'] as const,
    ['Design', 'Illustration'] as const,
  ].entries()) {
    await form.getByRole('button', { name: 'Add a role' }).click();
    await form.getByLabel('Role', { exact: true }).nth(index).fill(role);
    await form.getByLabel('Skills for this role (optional)').nth(index).fill(skills);
  }
  await form.getByRole('button', { name: 'Create Project' }).click();
  const fitting = page.getByRole('region', { name: 'People who fit' });
  await fitting.getByRole('button', { name: 'Invite Bina Rao' }).waitFor();
  const id = Number(/\/projects\/(\d+)$/u.exec(new URL(page.url()).pathname)?.[1]);

  await fitting.getByRole('link', { name: 'See more people who fit' }).click();
  const found = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect.poll(() => found.getByRole('heading', { level: 2 }).allTextContents()).toHaveLength(3);
  const names = await found.getByRole('heading', { level: 2 }).allTextContents();
  expect([names[0], names.toSorted()]).toEqual(['Bina Rao', ['Bina Rao', 'Chitra Das', 'Dev Anand']]);
  const reasons = (name: string) =>
    found.filter({ hasText: name }).getByRole('list', { name: 'Why it fits' }).getByRole('listitem').allTextContents();
  expect(await reasons('Bina Rao')).toEqual([
    'Has Go, SQL; missing Illustration',
    'About 10 shared hours a week',
    'Same college',
  ]);
  const dots = page
    .getByRole('list', { name: 'Why it fits' })
    .first()
    .getByRole('listitem')
    .evaluateAll((facts) => facts.map((fact) => getComputedStyle(fact, '::after').content));
  expect((await dots).map((content) => content.includes('·'))).toEqual([true, true, false]);
  expect(await reasons('Dev Anand')).toEqual(['Has Illustration; missing Go, SQL', 'Same college']);
  // A member who isn't listed can't be found, and has no page.
  await page
    .getByRole('textbox', { name: 'Skills' })
    .or(page.getByRole('combobox', { name: 'Skills' }))
    .fill('Go');
  await expect.poll(() => found.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Bina Rao']);
  const seen = await server.api(asha, `GET /api/people/${esha.id}`);
  const nobody = await server.api(asha, 'GET /api/people/999999');
  const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
  expect([seen.status, await codeOf(seen)]).toEqual([nobody.status, await codeOf(nobody)]);

  await page.getByRole('button', { name: 'Invite Bina Rao' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Bina Rao' });
  await dialog.getByLabel('Role').selectOption({ label: 'Backend' });
  await dialog.getByLabel('Message (optional)').fill('Your Go would help us.');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('You invited Bina Rao to Stepwell atlas').waitFor();

  const { page: phone } = await server.actor(bina, `/people/${asha.id}`, PHONE);
  await phone.getByRole('heading', { name: 'Shared free hours' }).waitFor();
  await phone.getByText('About 10 hours a week').waitFor();
  await phone.goto('/dashboard');
  await phone.getByText('Read the message from Asha Verma').click();
  await phone.getByText('Your Go would help us.').waitFor();
  await phone.getByRole('button', { name: 'Accept the invitation to Stepwell atlas' }).dblclick();
  await phone.getByText('You joined Stepwell atlas').waitFor();
  await phone
    .getByRole('link', { name: /team chat/iu })
    .first()
    .click();
  await phone
    .getByText(/joined/u)
    .first()
    .waitFor();
  // On a phone, Enter starts a new line.
  await chat({ page: phone }).composer.fill('Glad to be here');
  await phone.getByRole('button', { name: 'Send message' }).click();
  await chat({ page: phone }).bubble('Glad to be here').waitFor();

  await page.goto(`/projects/${id}`);
  await page.getByRole('link', { name: 'Open team chat' }).first().click();
  await chat({ page }).bubble('Glad to be here').waitFor();
});

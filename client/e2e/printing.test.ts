import { expect, it } from 'vitest';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await sharedTestServer();

it('prints a creator’s project without the headings of closed sections, and without what only leads elsewhere', async () => {
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  const id = await server.postProject(asha, { title: 'Stepwell atlas' });
  await server.api(bina, 'POST /api/project-requests', { project_id: id, message: 'May I?' });
  const { page } = await server.actor(asha, `/projects/${id}`);
  await page.getByRole('heading', { name: 'Invitations' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: 'Join requests' }).waitFor();
  for (const name of ['Interest', 'Decided requests', 'Invitations'])
    expect(await page.getByRole('heading', { name }).isVisible(), name).toBe(false);
  // Where its buttons were, the deadline has no gap.
  const [deadline, message] = [page.getByText(/^Answer by/u), page.getByText('May I?')];
  expect((await deadline.boundingBox())?.x).toBe((await message.boundingBox())?.x);
});

it.each([1280, 390])('prints applicants’ skills without what they add to the team, at %i px', async (width) => {
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  const chitra = await server.signUp('Chitra Nair');
  const id = await server.postProject(asha, { title: 'Stepwell atlas', required_skills: ['React'] });
  await server.api(bina, 'PATCH /api/users/profile', { skills: ['React'] });
  await server.api(bina, 'POST /api/project-requests', { project_id: id, message: 'May I?' });
  await server.api(chitra, 'POST /api/project-requests', { project_id: id, message: 'Me too?' });
  const { page } = await server.actor(asha, `/projects/${id}`, { viewport: { width, height: 844 } });
  const preview = page.getByText(/^Preview the team with Bina Rao/u);
  const none = page.getByText('Adds none of the missing skills');
  await Promise.all([preview.waitFor(), none.waitFor()]);
  await page.emulateMedia({ media: 'print' });
  await page.getByText('May I?').waitFor();
  for (const left of [preview, page.getByRole('checkbox'), none]) expect(await left.isVisible()).toBe(false);
});

/** More than the screen has room for, in one page of history. */
const TOTAL = 30;

it('prints all loaded messages of a conversation with its name, and returns to the place on screen', async () => {
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  for (let n = 1; n <= TOTAL; n += 1)
    await server.api(n % 3 === 0 ? asha : bina, 'POST /api/messages', {
      receiver_id: n % 3 === 0 ? bina.id : asha.id,
      content: `${n}: See you at the stepwell at four, and bring the printed plan. `.repeat(4),
    });
  await server.api(asha, `PUT /api/messages/mark-read/${bina.id}`);
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  await page.locator(`[data-seq="${TOTAL}"]`).waitFor();
  await settled(page);
  const pane = page.getByRole('region', { name: 'Messages with Bina Rao' });
  await pane.evaluate((element) => {
    element.scrollTop = 900;
  });
  await settled(page);
  const drawn = () => page.locator('[data-seq]').count();
  const placeOf = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('[data-seq]')];
      const first = rows.find((row) => row.getBoundingClientRect().top > 120);
      return [first?.getAttribute('data-seq'), Math.round(first?.getBoundingClientRect().top ?? 0)];
    });
  const place = await placeOf();
  expect(await drawn()).toBeLessThan(TOTAL);

  await page.evaluate(() => {
    window.addEventListener('beforeprint', () => {
      document.body.dataset.drawn = String(document.querySelectorAll('[data-seq]').length);
    });
  });
  const pdf = await page.pdf({ format: 'A4' });
  expect(await page.locator('body').getAttribute('data-drawn')).toBe(String(TOTAL));
  // Four pages of text, not one with the part in view.
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/gu)?.length).toBeGreaterThanOrEqual(3);
  await settled(page);
  expect(await drawn()).toBeLessThan(TOTAL);
  expect(await placeOf()).toEqual(place);

  // The paper has the name, the times and the messages, and nothing to press or to write in.
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await page.getByRole('heading', { name: 'Bina Rao' }).isVisible()).toBe(true);
  expect(await page.locator('[data-seq="1"] time').isVisible()).toBe(true);
  expect(await page.locator(`[data-seq="${TOTAL}"]`).isVisible()).toBe(true);
  expect(await page.getByPlaceholder('Write a message').isVisible()).toBe(false);
  expect(await page.getByRole('region', { name: 'Conversations', exact: true }).isVisible()).toBe(false);
});

import type { Project } from '@sangam/shared/projects/projects';
import { postProject } from '@sangam/testing/post-project';
import { asha, server, stageForFile } from '@sangam/testing/stage';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

stageForFile(['Asha Rao']);

const HOURS = ' hours';
let count = 0;

/** Posts projects with these numbers of open seats, confirmed this many hours ago; all have the returned word in their titles. */
async function post(projects: readonly { title: string; seats?: number; hoursAgo?: number }[]): Promise<string> {
  count += 1;
  const word = `Kaveri${count}`;
  for (const { title, seats = 2, hoursAgo = 0 } of projects) {
    const id = await postProject(server, asha, { title: `${title} ${word}`, max_members: seats + 1 });
    await sql`UPDATE projects SET confirmed_at = now() - (${`${hoursAgo}${HOURS}`})::interval
      WHERE id = ${id}`.execute(server.database.db);
  }
  return word;
}

/** Returns the titles of the projects with the word, without it, reading pages of two. */
async function pages(query: string, word: string): Promise<string[]> {
  const titles: string[] = [];
  let before = '';
  for (;;) {
    const { body } = await server.call(`GET /api/projects?limit=2&${query}${before}`);
    const { projects, has_more } = body.data as { projects: Project[]; has_more: boolean };
    titles.push(...projects.map(({ title }) => title));
    if (!has_more) return titles.filter((title) => title.includes(word)).map((title) => title.split(' ')[0] ?? '');
    before = `&before=${projects.at(-1)?.id}`;
  }
}

it('lists the projects with the most open seats first, the newest first among equals', async () => {
  const word = await post([
    { title: 'two', seats: 2 },
    { title: 'nine', seats: 9 },
    { title: 'two-newer', seats: 2 },
    { title: 'four', seats: 4 },
  ]);
  const expected = ['nine', 'four', 'two-newer', 'two'];
  expect(await pages('active=yes&sort=open_seats', word)).toEqual(expected);
  expect(await pages(`sort=open_seats&search=${word}`, word)).toEqual(expected);
  expect(await pages('sort=open_seats&category=other', word)).toEqual(expected);
});

it('lists the projects that leave the list soonest first, without those that have left it', async () => {
  const word = await post([
    { title: 'fresh' },
    { title: 'last-day', hoursAgo: 13 * 24 + 1 },
    { title: 'left', hoursAgo: 15 * 24 },
    { title: 'week', hoursAgo: 7 * 24 },
  ]);
  const expected = ['last-day', 'week', 'fresh'];
  expect(await pages('sort=closing_soon', word)).toEqual(expected);
  expect(await pages(`sort=closing_soon&search=${word}`, word)).toEqual(expected);
});

it('sorts only open projects, and refuses an unknown order', async () => {
  const word = await post([{ title: 'open' }, { title: 'closed' }]);
  const { body } = await server.call(`GET /api/projects?search=closed%20${word}`);
  const id = body.data.projects[0].id;
  await server.call(`PUT /api/projects/${id}/state`, asha.token, { state: 'closed' });
  for (const sort of ['open_seats', 'closing_soon']) expect(await pages(`sort=${sort}`, word)).toEqual(['open']);
  expect((await server.call('GET /api/projects?sort=oldest')).status).toBe(400);
});

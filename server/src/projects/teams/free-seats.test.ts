import type { Project } from '@sangam/shared/projects/projects';
import { freeSeats } from '@sangam/shared/projects/seats';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { passTimeBeforeJobs } from '@sangam/testing/jobs-done';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const clock = stoppedClock();
let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let chitra: TestMember;

beforeAll(async () => {
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 100 } } });
  [asha, bina, chitra] = [await server.signUp('Asha'), await server.signUp('Bina'), await server.signUp('Chitra')];
  await server.call('PUT /api/users/profile', chitra.token, { name: 'Chitra', college: 'IIT', skills: ['Go'] });
});
afterAll(() => server.close());

const call = (by: TestMember, name: string, body?: object) => server.call(name, by.token, body);
const ask = (by: TestMember, project_id: number) => call(by, 'POST /api/project-requests', { project_id });

/** A project whose second seat is reserved for Bina. */
async function withReservedSeat(max_members: number): Promise<{ project: number; request: number }> {
  const project = await postProject(server, asha, { max_members, required_skills: ['Go'] });
  const request: number = (await ask(bina, project)).body.data.request.id;
  await call(asha, `PUT /api/project-requests/${request}/line`);
  return { project, request };
}

/** Returns for each list and page whether it shows a free seat. */
async function places(id: number) {
  const idsAt = async (path: string): Promise<number[]> =>
    (await call(chitra, path)).body.data.projects.map((project: Project) => project.id);
  const shown: Project = (await call(chitra, `GET /api/projects/${id}`)).body.project;
  const headers = { 'user-agent': 'WhatsApp/2.23.20.0' };
  const preview = await server.app.fastify.inject({ method: 'GET', url: `/projects/${id}`, headers });
  const listed = (await call(chitra, 'GET /api/projects')).body.data.projects.find((each: Project) => each.id === id);
  const mine = (await call(asha, 'GET /api/projects/mine')).body.data.projects.find((each: Project) => each.id === id);
  return {
    filter: (await idsAt('GET /api/projects?open_seats=yes')).includes(id),
    suited: (await idsAt('GET /api/projects/suited')).includes(id),
    page: freeSeats(shown) > 0,
    list: freeSeats(listed) > 0,
    mine: freeSeats(mine) > 0,
    preview: /content="\d free seats?/u.test(preview.body),
  };
}
const everywhere = (is: boolean) => ({ filter: is, suited: is, page: is, list: is, mine: is, preview: is });

it('counts a reserved seat as taken everywhere: in lists, previews, suggestions, and when a member asks', async () => {
  const { project } = await withReservedSeat(2);
  expect(await places(project)).toEqual(everywhere(false));
  expect(await ask(chitra, project)).toMatchObject({ status: 409, body: { code: 'PROJECT_FULL' } });
});

it('counts the seats that are not reserved as free everywhere', async () => {
  const { project } = await withReservedSeat(3);
  expect(await places(project)).toEqual(everywhere(true));
  const asked = await ask(chitra, project);
  expect(asked.status).toBe(201);
  const accept = { status: 'accepted' };
  expect((await call(asha, `PUT /api/project-requests/${asked.body.data.request.id}/status`, accept)).status).toBe(200);
});

it('sorts by free seats, without reserved ones, also on later pages and after a search', async () => {
  // If reserved seats counted as free, it would come before the next one.
  const free = await withReservedSeat(8);
  const post = (max_members: number): Promise<number> => postProject(server, asha, { max_members });
  const ids = [free.project, await post(7), await post(8)];
  const expected = [ids[2], ids[1], ids[0]];
  for (const query of ['', '&search=rover', '&open_seats=yes']) {
    const read = async (from: string) =>
      (await call(chitra, `GET /api/projects?sort=open_seats&limit=1${query}${from}`)).body.data;
    const [found, ranks] = [[] as number[], new Set<string>()];
    for (let from = ''; ; ) {
      const { projects, has_more, next } = await read(from);
      found.push(...projects.map(({ id }: Project) => id));
      if (!has_more) break;
      ranks.add(next);
      from = found.length % 2 === 0 ? `&before=${found.at(-1)}` : `&after=${next}`;
    }
    expect([query, found.filter((id) => ids.includes(id))]).toEqual([query, expected]);
    expect(ranks.size).toBe(found.length - 1);
  }
});

it('frees a seat whose offer has expired for the next member who asks, even if the timer is late', async () => {
  const { project, request } = await withReservedSeat(2);
  await passTimeBeforeJobs(server.database, clock, requestServerLimits.seatOfferMs);
  expect((await ask(chitra, project)).status).toBe(201);
  const mine = (await call(bina, 'GET /api/project-requests/mine')).body.data.requests;
  expect(mine.find(({ id }: { id: number }) => id === request)).toMatchObject({ ended_by: 'offer_lapsed' });
  expect(await places(project)).toMatchObject({ filter: true, page: true, preview: true });
});

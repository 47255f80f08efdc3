import type { SuitedProject } from '@sangam/shared/projects/projects';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let asha: TestMember;
let bina: TestMember;

const knowing = async (name: string, skills: string[]): Promise<TestMember> => {
  const member = await server.signUp(name);
  await server.call('PUT /api/users/profile', member.token, { name, college: 'IIT', skills });
  return member;
};
const post = (title: string, required_skills: string[], fields: object = {}): Promise<number> =>
  postProject(server, asha, { title, required_skills, ...fields });
const ask = async (by: TestMember, project_id: number): Promise<number> =>
  (await server.call('POST /api/project-requests', by.token, { project_id })).body.data.request.id;
const decide = (id: number, status: string) =>
  server.call(`PUT /api/project-requests/${id}/status`, asha.token, { status });
const suited = async (member: TestMember): Promise<[string, string[]][]> => {
  const { projects }: { projects: SuitedProject[] } = (await server.call('GET /api/projects/suited', member.token)).body
    .data;
  return projects.map(({ title, covers }) => [title, covers]);
};

beforeAll(async () => {
  server = await startTestServer();
  asha = await knowing('Asha', ['sql']);
  bina = await knowing('Bina', ['go', 'SQL', 'React']);
});
afterAll(() => server.close());

it('lists up to three open projects with missing skills that the member has, most skills first, then the newest', async () => {
  expect(await suited(bina)).toEqual([]);
  await post('Known to the team', ['SQL']);
  await post('Needs nothing', []);
  await post('Needs another', ['Rust']);
  await post('One, older', ['React', 'Rust']);
  await post('Two', ['Go', 'SQL', 'REACT']);
  await post('One, newer', ['React']);
  const three = [
    ['Two', ['Go', 'REACT']],
    ['One, newer', ['React']],
    ['One, older', ['React']],
  ];
  expect(await suited(bina)).toEqual(three);
  await post('One, newest', ['React']);
  expect((await suited(bina)).map(([title]) => title)).toEqual(['Two', 'One, newest', 'One, newer']);
  expect(await suited(asha)).toEqual([]);
});

it('names and counts once a skill that the project and its roles require in different spellings', async () => {
  const farah = await knowing('Farah', ['k8s', 'Blender']);
  const roles = ['Operator', 'Second operator'].map((name) => ({ name, seats: 1, skills: ['k8s'] }));
  await post('Two skills', ['Blender', 'Kubernetes'], { max_members: 5 });
  await post('One skill, three times', ['Kubernetes'], { max_members: 5, roles });
  expect(await suited(farah)).toEqual([
    ['Two skills', ['Blender', 'Kubernetes']],
    ['One skill, three times', ['Kubernetes']],
  ]);
});

it('recognizes a skill in the different spellings of the project, the member and the team', async () => {
  const esha = await knowing('Esha', ['k8s', 'Mongo']);
  const dev = await knowing('Dev', ['mongoDB']);
  const body = { title: 'Aliases', description: 'D', category: 'other', required_skills: ['KUBERNETES', 'Mongo DB'] };
  await server.call('POST /api/projects', dev.token, body);
  const found = await suited(esha);
  expect(found.find(([title]) => title === 'Aliases')).toEqual(['Aliases', ['KUBERNETES']]);
});

it('leaves out projects that the member cannot request: closed, full, already requested, rejected, and their own teams', async () => {
  const chitra = await knowing('Chitra', ['Elm']);
  const [closed, full, asked, declined, own, left] = [
    await post('Closed', ['Elm']),
    await post('Full', ['Elm'], { max_members: 2 }),
    await post('Asked', ['Elm']),
    await post('Declined', ['Elm']),
    await post('In it', ['Elm', 'Elm 2']),
    await post('Withdrawn', ['Elm']),
  ];
  expect(await suited(chitra)).toHaveLength(3);
  await server.call(`PUT /api/projects/${closed}/state`, asha.token, { state: 'closed' });
  await decide(await ask(bina, full), 'accepted');
  await ask(chitra, asked);
  await decide(await ask(chitra, declined), 'rejected');
  await decide(await ask(chitra, own), 'accepted');
  await server.call(`DELETE /api/project-requests/${await ask(chitra, left)}`, chitra.token);
  expect(await suited(chitra)).toEqual([['Withdrawn', ['Elm']]]);
});

describe('without a project that needs more skills', () => {
  const next = async (member: TestMember, project_id?: number): Promise<(string | undefined)[][]> => {
    const query = project_id === undefined ? '' : `?project_id=${project_id}`;
    const { body } = await server.call(`GET /api/projects/suited${query}`, member.token);
    return body.data.projects.map(({ title, suited_by }: SuitedProject) => [title, suited_by]);
  };

  it('suggests projects whose team has the skill already', async () => {
    const creator = await knowing('Hari', ['Haskell']);
    const body = { title: 'Parser', description: 'D', category: 'other', required_skills: ['Haskell', 'Nix'] };
    await server.call('POST /api/projects', creator.token, body);
    expect(await next(await knowing('Ila', ['haskell']))).toEqual([['Parser', 'skills']]);
    expect(await suited(await knowing('Jaya', ['haskell', 'NIX']))).toEqual([['Parser', ['Nix']]]);
  });

  it('suggests projects of the same category, without the project itself, and otherwise the newest', async () => {
    const unskilled = await server.signUp('Kiran');
    const [chain, other] = [
      await post('Chain 1', [], { category: 'blockchain' }),
      await post('Chain 2', [], { category: 'blockchain' }),
    ];
    await post('Newest', [], { category: 'other' });
    expect(await next(unskilled, chain)).toEqual([['Chain 2', 'category']]);
    expect((await next(unskilled))[0]).toEqual(['Newest', 'newest']);
    // Without a project, the category is that of the last request.
    await decide(await ask(unskilled, chain), 'rejected');
    expect(await next(unskilled)).toEqual([['Chain 2', 'category']]);
    await server.call(`PUT /api/projects/${other}/state`, asha.token, { state: 'closed' });
    const found = await next(unskilled, chain);
    expect([found.length, found[0]]).toEqual([3, ['Newest', 'newest']]);
  });

  it('never suggests a project that would refuse the reader, or one across a block', async () => {
    const reader = await knowing('Lata', ['Zig']);
    const sql = (text: string, ...values: unknown[]) => server.database.pool.query(text, values);
    const left: string[] = [];
    const add = async (name: string, act: (creator: TestMember, id: number) => Promise<unknown>) => {
      const creator = await server.signUp(name);
      const ids: number[] = [];
      for (const category of ['game-development', 'other']) {
        ids.push(
          await postProject(server, creator, { title: name, category, max_members: 2, required_skills: ['Zig'] }),
        );
      }
      for (const id of ids) await act(creator, id);
      left.push(name);
    };
    await sql('UPDATE projects SET may_be_listed = false');
    await add('Blocks', (creator) => server.call(`PUT /api/blocks/${reader.id}`, creator.token));
    await add('Blocked', (creator) => server.call(`PUT /api/blocks/${creator.id}`, reader.token));
    await add('Gone', (creator) => sql('UPDATE users SET deleted_at = now() WHERE id = $1', creator.id));
    await add('Suspended', (creator) => sql('UPDATE users SET suspended_at = now() WHERE id = $1', creator.id));
    await add('Hidden', (_, id) => sql('UPDATE projects SET hidden_at = now() WHERE id = $1', id));
    await add('Seeks', (_, id) => sql('UPDATE projects SET seeks_creator_until = now() WHERE id = $1', id));
    await add('Nobody', (creator) =>
      sql(
        "INSERT INTO notification_choices (user_id, contact_from) VALUES ($1, 'nobody') ON CONFLICT DO NOTHING",
        creator.id,
      ),
    );
    await add('Full', async (creator, id) => {
      const request = await ask(bina, id);
      await server.call(`PUT /api/project-requests/${request}/status`, creator.token, { status: 'accepted' });
    });
    await add('Interested', (_, id) => server.call(`POST /api/projects/${id}/connect`, reader.token));
    await add('Removed', async (creator, id) => {
      const request = await ask(reader, id);
      await server.call(`PUT /api/project-requests/${request}/status`, creator.token, { status: 'accepted' });
      await server.call(`DELETE /api/projects/${id}/members/${reader.id}`, creator.token);
    });
    await add('Left', async (creator, id) => {
      const request = await ask(reader, id);
      await server.call(`PUT /api/project-requests/${request}/status`, creator.token, { status: 'accepted' });
      await server.call(`DELETE /api/projects/${id}/members/me`, reader.token);
    });
    expect(left).toHaveLength(11);
    // Neither by skill, nor by category, nor among the newest.
    expect(await next(reader)).toEqual([]);
    const fine = await server.signUp('Fine');
    const body = { title: 'Fine', description: 'D', category: 'other', required_skills: ['Zig'] };
    await server.call('POST /api/projects', fine.token, body);
    expect(await next(reader)).toEqual([['Fine', 'skills']]);
    expect(await next(fine)).not.toContainEqual(['Fine', 'skills']);
  });
});

it('does not suggest a project that has invited the reader, until they decline', async () => {
  const gita = await knowing('Gita', ['Cobol']);
  await server.call('PATCH /api/users/profile', gita.token, { listed: true });
  const id = await post('Punch cards', ['Cobol'], { max_members: 3 });
  expect((await suited(gita)).map(([title]) => title)).toEqual(['Punch cards']);
  const invited = await server.call(`POST /api/projects/${id}/invitations`, asha.token, { user_id: gita.id });
  expect((await suited(gita)).map(([title]) => title)).not.toContain('Punch cards');
  const path = `PUT /api/invitations/${invited.body.data.invitation.id}/status`;
  expect((await server.call(path, gita.token, { status: 'declined' })).status).toBe(200);
  expect((await suited(gita)).map(([title]) => title)).toEqual(['Punch cards']);
});

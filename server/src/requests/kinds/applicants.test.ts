import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const nothing = { request: [], interest: ['', [], null] };

/** Creates an applicant whose request and interest were refused, and returns readers of what the creator sees of their profile. */
async function setScene() {
  const [creator, applicant] = [await server.signUp(), await server.signUp('Bina')];
  const profile = { college: 'IIT Palakkad', skills: ['Lisp'], github_link: 'https://github.com/bina' };
  await server.call('PUT /api/users/profile', applicant.token, { name: 'Bina', ...profile });
  const project = await postProject(server, creator);
  const requested = await server.call('POST /api/project-requests', applicant.token, { project_id: project });
  const request = `/api/project-requests/${requested.body.data.request.id}`;
  const shown = await server.call(`POST /api/projects/${project}/connect`, applicant.token);
  const interest = `/api/projects/connections/${shown.body.data.connection.id}`;
  const refuse = async () => {
    await server.call(`PUT ${request}/status`, creator.token, { status: 'rejected' });
    await server.call(`PUT ${interest}`, creator.token, { status: 'denied' });
  };
  const read = async () => {
    const { requests } = (await server.call('GET /api/project-requests/decided', creator.token)).body.data;
    const [felt] = (await server.call(`GET /api/projects/${project}`, creator.token)).body.connections;
    const cards = (await server.call(`GET /api/conversations/${applicant.id}/requests`, creator.token)).body.data;
    const parts = [felt, cards.connections[0]].map((row) => [
      ...[row.requester_college, row.requester_skills, row.requester_github],
    ]);
    expect(parts[1]).toEqual(parts[0]);
    expect(cards.requests[0].user_skills).toEqual(requests[0].user_skills);
    return { request: requests[0].user_skills, interest: parts[0] };
  };
  const all = { request: profile.skills, interest: [profile.college, profile.skills, profile.github_link] };
  return { creator, applicant, request, interest, refuse, read, all };
}

const remove = (member: TestMember) =>
  server.call('DELETE /api/account', member.token, { current_password: member.password });

it('shows the creator the profile of a refused applicant until a block or the end of the account', async () => {
  const one = await setScene();
  await one.refuse();
  expect(await one.read()).toEqual(one.all);
  await server.call(`PUT /api/blocks/${one.creator.id}`, one.applicant.token);
  expect(await one.read()).toEqual(nothing);
  const { requests } = (await server.call('GET /api/project-requests/mine', one.applicant.token)).body.data;
  expect(requests[0].user_skills).toEqual(one.all.request);
  const other = await setScene();
  await other.refuse();
  expect((await remove(other.applicant)).status).toBe(200);
  expect(await other.read()).toEqual(nothing);
});

it('shows the same about an applicant who withdraws as about one who blocks the creator', async () => {
  const [withdrawn, blocked] = [await setScene(), await setScene()];
  for (const path of [withdrawn.request, withdrawn.interest])
    expect((await server.call(`DELETE ${path}`, withdrawn.applicant.token)).status).toBe(200);
  await server.call(`PUT /api/blocks/${blocked.creator.id}`, blocked.applicant.token);
  expect([await withdrawn.read(), await blocked.read()]).toEqual([nothing, nothing]);
});

import type { TestMember, TestServer } from './test-server.js';

/** Posts a project of this member; `fields` are those that matter to a test. Returns its id. */
export async function postProject(
  server: Pick<TestServer, 'call'>,
  creator: Pick<TestMember, 'token'>,
  fields: object = {},
): Promise<number> {
  const project = { title: 'Rover', description: 'On Mars', category: 'other', ...fields };
  const { status, body } = await server.call('POST /api/projects', creator.token, project);
  if (status !== 201) throw new Error(`not posted: ${status} ${JSON.stringify(body)}`);
  return body.data.project.id;
}

import type { Db } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';
import { postProject } from '../post-project.js';
import type { ClientSocket, TestMember, TestServer } from '../test-server.js';

/** A project with a team, and its conversation. */
export interface TestTeam {
  projectId: number;
  conversationId: number;
}

/** Has each of them ask to join a new project of the creator, who accepts. */
export async function formTeam(
  server: Pick<TestServer, 'call'>,
  creator: Pick<TestMember, 'token'>,
  others: readonly Pick<TestMember, 'token'>[],
  title = 'Rover',
): Promise<TestTeam> {
  const projectId = await postProject(server, creator, { title, max_members: 20 });
  for (const other of others) await joinTeam(server, projectId, creator, other);
  return { projectId, conversationId: await teamOf(server, creator, projectId) };
}

/** Has a member ask to join, and the creator accept. */
export async function joinTeam(
  server: Pick<TestServer, 'call'>,
  projectId: number,
  creator: Pick<TestMember, 'token'>,
  other: Pick<TestMember, 'token'>,
): Promise<void> {
  const request = await server.call('POST /api/project-requests', other.token, { project_id: projectId });
  const id = request.body.data?.request.id;
  const accepted = await server.call(`PUT /api/project-requests/${id}/status`, creator.token, { status: 'accepted' });
  if (accepted.status !== 200) throw new Error(`not accepted: ${JSON.stringify([request.body, accepted.body])}`);
}

/** Returns the id of a project's team conversation from a participant's refresh; 0 if it isn't there. */
export async function teamOf(
  server: Pick<TestServer, 'call'>,
  member: Pick<TestMember, 'token'>,
  projectId: number,
): Promise<number> {
  const { body } = await server.call('GET /api/refresh', member.token);
  const teams: { project_id: number; conversation_id: number }[] = body.data.teams.data.teams;
  return teams.find(({ project_id }) => project_id === projectId)?.conversation_id ?? 0;
}

/** Opens a socket that receives the events of teams' conversations. */
export const connectForTeams = (server: Pick<TestServer, 'connect'>, member: TestMember): Promise<ClientSocket> =>
  server.connect(member, { auth: { token: member.token, teams: true } });

/** Gives a member a seat, whatever the project's rules are; with it they take part in the conversation. */
export const takeSeat = ({ database: { db } }: Pick<TestServer, 'database'>, team: TestTeam, userId: number) =>
  sql`INSERT INTO project_members (project_id, user_id) VALUES (${team.projectId}, ${userId})`.execute(db);

/** Removes a member's seat. */
export const loseSeat = ({ database: { db } }: Pick<TestServer, 'database'>, team: TestTeam, userId: number) =>
  sql`DELETE FROM project_members WHERE project_id = ${team.projectId} AND user_id = ${userId}`.execute(db);

/** Sends messages of these participants, one after the other. */
export async function sayInTeam(
  { call }: Pick<TestServer, 'call'>,
  conversation_id: number,
  messages: readonly (readonly [sender: TestMember, content: string, attachment_ids?: readonly string[]])[],
): Promise<void> {
  for (const [{ token }, content, attachment_ids] of messages) {
    const body = { conversation_id, content, ...(attachment_ids && { attachment_ids }) };
    const sent = await call('POST /api/messages', token, body);
    if (sent.status !== 201) throw new Error(`not sent: ${JSON.stringify(sent.body)}`);
  }
}

/** Lets everybody ask to join a project again, as if a week had passed since they left or were rejected. */
export const forgetCoolingOff = (db: Db, projectId: number) =>
  sql`UPDATE join_requests SET ask_again_at = NULL WHERE project_id = ${projectId}`.execute(db);

/** Records the events with these names that a member's socket receives. `teams`: the socket receives those of teams' conversations. */
export async function listenFor(
  server: Pick<TestServer, 'connect'>,
  { token }: Pick<TestMember, 'token'>,
  events: readonly string[],
  teams = true,
): Promise<[event: string, payload: Record<string, unknown>][]> {
  const socket = await server.connect({ token }, { auth: { token, teams } });
  const received: [string, Record<string, unknown>][] = [];
  socket.onAny((event: string, payload: Record<string, unknown>) => {
    if (events.includes(event)) received.push([event, payload]);
  });
  return received;
}

import { sql } from 'kysely';
import type { TestMember, TestServer } from '../test-server.js';
import { formTeam } from './team.js';

export interface TeamConversation {
  id: number;
  projectId: number;
}

/** Forms a team by real requests, which opens its conversation. The first member is the creator. */
export async function openTeam(
  server: Pick<TestServer, 'call'>,
  [creator, ...others]: readonly [TestMember, ...TestMember[]],
  title = 'Rover',
): Promise<TeamConversation> {
  const { projectId, conversationId } = await formTeam(server, creator, others, title);
  return { projectId, id: conversationId };
}

/** Gives a member a seat, whatever the project's rules are; with it they take part in the conversation. */
export const takeSeat = ({ database: { db } }: Pick<TestServer, 'database'>, team: TeamConversation, userId: number) =>
  sql`INSERT INTO project_members (project_id, user_id) VALUES (${team.projectId}, ${userId})`.execute(db);

/** Takes it away. */
export const loseSeat = ({ database: { db } }: Pick<TestServer, 'database'>, team: TeamConversation, userId: number) =>
  sql`DELETE FROM project_members WHERE project_id = ${team.projectId} AND user_id = ${userId}`.execute(db);

/** Sends messages of these participants, one after the other. */
export async function sayInTeam(
  { call }: Pick<TestServer, 'call'>,
  conversation_id: number,
  said: readonly (readonly [sender: TestMember, content: string, attachment_ids?: readonly string[]])[],
): Promise<void> {
  for (const [{ token }, content, attachment_ids] of said) {
    const body = { conversation_id, content, ...(attachment_ids && { attachment_ids }) };
    const sent = await call('POST /api/messages', token, body);
    if (sent.status !== 201) throw new Error(`not sent: ${JSON.stringify(sent.body)}`);
  }
}

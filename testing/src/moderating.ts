import type { TestMember, TestServer } from './test-server.js';

/** The fields of a report without its reason, which is spam by default. */
export type ReportBody = { kind: string; id?: number; seq?: number } & Record<string, unknown>;

export async function signUpModerator(server: TestServer): Promise<TestMember> {
  const member = await server.signUp('Mod');
  await server.database.db.insertInto('moderators').values({ user_id: member.id, by_setting: false }).execute();
  return member;
}

/** Returns the id of the report. */
export const reportTo = async (server: TestServer, by: Pick<TestMember, 'token'>, body: ReportBody): Promise<number> =>
  (await server.call('POST /api/reports', by.token, { reason: 'spam', ...body })).body.data.id;

/** Decides a report; harassment is the reason by default. */
export const decideOn = (
  server: TestServer,
  by: TestMember,
  id: number,
  decision: { decision: string; words?: string },
) =>
  server.call(`PUT /api/moderation/reports/${id}/decision`, by.token, {
    reason: 'harassment',
    note: 'Seen',
    ...decision,
  });

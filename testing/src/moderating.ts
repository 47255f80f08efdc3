import type { Body, TestMember, TestServer } from './test-server.js';

/** The fields of a report without its reason, which is spam by default. */
export type ReportBody = { kind: string; id?: number; seq?: number } & Record<string, unknown>;

export async function signUpModerator(server: TestServer): Promise<TestMember> {
  const member = await server.signUp('Mod');
  await server.database.db.insertInto('moderators').values({ user_id: member.id, by_setting: false }).execute();
  return member;
}

/** Returns the id of the report. */
export const reportTo = async (
  server: TestServer,
  reporter: Pick<TestMember, 'token'>,
  body: ReportBody,
): Promise<number> =>
  (await server.call('POST /api/reports', reporter.token, { reason: 'spam', ...body })).body.data.id;

/** Decides a report; harassment is the reason by default. */
export const decideOn = (
  server: TestServer,
  moderator: TestMember,
  id: number,
  decision: { decision: string; words?: string },
) =>
  server.call(`PUT /api/moderation/reports/${id}/decision`, moderator.token, {
    reason: 'harassment',
    note: 'Seen',
    ...decision,
  });

/** A report as its page shows it to a moderator. */
export const caseOf = async (server: TestServer, moderator: TestMember, id: number): Promise<Body> =>
  (await server.call(`GET /api/moderation/reports/${id}`, moderator.token)).body.data;

/** The kind and title of each of a member's notifications, newest first. */
export const notificationsOf = async (server: TestServer, { token }: TestMember): Promise<[string, string][]> =>
  (await server.call('GET /api/inbox', token)).body.data.items.map(({ kind, title }: Record<string, string>) => [
    kind,
    title,
  ]);

/** A member's entries in the audit trail, newest first. */
export const auditOf = async (server: TestServer, memberId: number) =>
  (await server.database.pool.query('SELECT * FROM audit_entries WHERE member_id = $1 ORDER BY id DESC', [memberId]))
    .rows;

/** Signs up a moderator and two members, and Asha reports Ben. */
export async function reportMember(server: TestServer) {
  const [mod, asha, ben] = [await signUpModerator(server), await server.signUp('Asha'), await server.signUp('Ben')];
  return { mod, asha, ben, id: await reportTo(server, asha, { kind: 'member', id: ben.id, words: 'Rude' }) };
}

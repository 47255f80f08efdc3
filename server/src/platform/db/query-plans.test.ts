import { fillWithHistory } from '@sangam/testing/database/history';
import { HISTORY_ROWS, LONG_LISTED, MEMBERS } from '@sangam/testing/database/history-sizes';
import {
  blocksByGenericPlan,
  blocksOf,
  looksInto,
  mostRowsByGenericPlan,
  mostRowsOfAStep,
  mostRowsRemoved,
  planOf,
  recordStatements,
  type Statement,
  scannedByGenericPlan,
  scannedTables,
} from '@sangam/testing/database/statements';
import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countForMember } from '../../app/dashboard/queries.js';
import { findTeamHours } from '../../app/team-hours/queries.js';
import * as saved from '../../chat/acts/saved.queries.js';
import { listConversations } from '../../chat/conversations/list.queries.js';
import { hideReadMarksAround, showReadMarksAround } from '../../chat/conversations/read-receipts.queries.js';
import { listWithoutMessages } from '../../chat/conversations/request-cards.queries.js';
import { listTeamConversations } from '../../chat/conversations/teams.queries.js';
import { findMembership } from '../../chat/conversations/thread.queries.js';
import { replaceMentions, takeBackMentions } from '../../chat/messages/mentions.queries.js';
import { MESSAGES_VERSION } from '../../chat/refresh.js';
import { findOwnProjects } from '../../chat/search/people.queries.js';
import * as search from '../../chat/search/queries.js';
import { findTeams } from '../../chat/search/scope.queries.js';
import * as unread from '../../chat/unread/queries.js';
import { moveReadMark } from '../../chat/unread/read-marks.queries.js';
import { createContactLimits } from '../../contact/limits/service.js';
import { findPermissions } from '../../contact/permissions/queries.js';
import * as notEmailed from '../../notices/unread-emails/queries.js';
import { findNotEmailed, findStillUnread } from '../../notices/unread-emails/queries.js';
import * as stale from '../../notices/web-push/stale.queries.js';
import * as follows from '../../projects/skills/queries.js';
import { listIncoming as listIncomingInterests } from '../../requests/interests/queries.js';
import { listReceived } from '../../requests/invitations/queries.js';
import { listDecided } from '../../requests/join-requests/queries.js';
import { listLastSeqs, listLeftMembers } from '../../trust/reports/left-team.queries.js';
import { findOwn as findOwnSuspension, findSuspension } from '../../trust/suspension/queries.js';
import { systemClock } from '../lib/clock.js';
import { isPlannedByValue } from './statements.js';

/**
 * No call's database time grows with history: at 100,000 rows no statement of a call scans a whole table, and the number of
 * statements is the same for a list of any length (no N+1).
 */
let server: TestServer;
let member: TestMember;

/** Filling the tables takes half a minute alone, and minutes during a full test run. */
const FILL_MS = 300_000;

beforeAll(async () => {
  // Without sweeps: they would delete the history's devices, whose leases are longer than any real one.
  server = await startTestServer({ timings: { presence: { leaseRenewMs: FILL_MS } } });
  member = await server.signUp('Member 1');
  await fillWithHistory(server.database);
  await withoutTimeouts(server.database, async ({ db }) => {
    await sql`UPDATE users SET skills = '{JS,Go}', college = 'College 7' WHERE id = 1`.execute(db);
    await sql`INSERT INTO invitations (project_id, creator_id, member_id, answer_from, answer_by, delivered_at)
      SELECT n, n, 1, now(), now() + interval '7 days', CASE WHEN n < 11 THEN now() END FROM generate_series(9, 11) n`.execute(
      db,
    );
    await sql`INSERT INTO reports (kind, subject_id, member_id, reporter_id, reason, evidence, created_at, decision, decided_at, decided_by)
      SELECT 'member', n, n, 1 + n % ${MEMBERS}, 'spam', '{"member":{"name":"","college":"","skills":[],"github_link":null}}',
        now(), 'dismiss', now() - n * interval '1 minute', 1 FROM generate_series(1, ${MEMBERS}) n`.execute(db);
    await sql`ANALYZE reports`.execute(db);
    // A member who accepts a transfer has been accepted before.
    await sql`UPDATE join_requests SET status = 'accepted', decided_at = now() WHERE project_id = ${OFFERED}`.execute(
      db,
    );
  });
}, FILL_MS);
afterAll(() => server.close());

const MINE = 1;
/** The 18th member's project, to which member 1 has applied long ago. */
const ASKED = MEMBERS - 16;
/** Another project of the 18th member, who offers to transfer it to member 1. */
const OFFERED = ASKED + MEMBERS;
const FRESH = 7;
/** The first of three invitations to member 1, of which the last is queued. */
const INVITED = HISTORY_ROWS / 10 + 1;

/** The most members compared to find the last active ones with a common skill, and as many rows for their hours. */
const COMPARED_MAX = 1_500;
/** For both sides of a conversation, to lock and hide, and to lock and show: locking or writing a membership takes a dozen. */
const MARK_BLOCKS_MAX = [25, 45, 25, 60];
/** More than any step of a page takes, and less than a list of 2,000. */
const PAGE_ROWS_MAX = 500;

interface Case {
  call: string;
  body?: object;
  status?: number;
  /** The most statements it may take, including the session check. */
  statements: number;
}

const reads: Case[] = [
  { call: 'GET /api/auth/me', statements: 1 },
  // The session, the page, the reader's hours, and those of the creators.
  { call: 'GET /api/projects', statements: 4 },
  { call: 'GET /api/projects?active=yes', statements: 4 },
  { call: 'GET /api/projects?active=yes&open_seats=yes&before=50000', statements: 4 },
  { call: 'GET /api/projects?limit=100&before=50000', statements: 4 },
  { call: 'GET /api/projects?category=ai-ml', statements: 4 },
  { call: 'GET /api/projects?search=common', statements: 4 },
  { call: 'GET /api/projects?search=PROJECT%2077777', statements: 4 },
  { call: 'GET /api/projects?search=nowhere%20to%20be%20found', statements: 4 },
  // Short words that nothing begins with, and signs.
  { call: 'GET /api/projects?search=zq', statements: 4 },
  { call: 'GET /api/projects?search=z', statements: 4 },
  { call: 'GET /api/projects?search=z&category=ai-ml&sort=open_seats', statements: 4 },
  { call: 'GET /api/projects?search=zq%20common', statements: 4 },
  { call: 'GET /api/projects?search=c%2B%2B', statements: 4 },
  { call: 'GET /api/projects?search=%2B%2B', statements: 4 },
  { call: 'GET /api/projects?search=words&category=ai-ml', statements: 4 },
  { call: 'GET /api/projects?search=react%20native', statements: 4 },
  { call: 'GET /api/projects?search=postgres', statements: 4 },
  { call: 'GET /api/projects?search=javascript', statements: 4 },
  { call: 'GET /api/projects?skill=postgres', statements: 4 },
  { call: 'GET /api/projects?skill=JavaScript', statements: 4 },
  { call: 'GET /api/projects?skill=nobody%20needs%20it&open_seats=yes', statements: 4 },
  { call: 'GET /api/projects?open_seats=yes', statements: 4 },
  { call: 'GET /api/projects?open_seats=yes&before=50000', statements: 4 },
  { call: 'GET /api/projects?active=yes&sort=closing_soon', statements: 4 },
  { call: 'GET /api/projects?sort=closing_soon&before=50000', statements: 4 },
  { call: 'GET /api/projects?active=yes&sort=open_seats', statements: 4 },
  { call: 'GET /api/projects?sort=open_seats&before=50000', statements: 4 },
  { call: 'GET /api/projects?sort=open_seats&search=words&category=ai-ml', statements: 4 },
  { call: 'GET /api/projects?sort=closing_soon&skill=javascript', statements: 4 },
  { call: 'GET /api/projects?skill=javascript,sql&match=all', statements: 4 },
  { call: 'GET /api/projects?role=backend', statements: 4 },
  // The session, the reader, their hours, candidates, their facts, and the page.
  { call: 'GET /api/projects?sort=fit', statements: 6 },
  { call: 'GET /api/projects?sort=fit&skill=postgres&role=backend&before=50000', statements: 6 },
  { call: 'GET /api/projects?hours=3&active=yes&sort=open_seats', statements: 6 },
  // Where one way of finding candidates doesn't fill the page, another follows.
  { call: 'GET /api/people', statements: 7 },
  { call: 'GET /api/people?skills=javascript', statements: 7 },
  { call: 'GET /api/people?skills=javascript,other&match=all', statements: 7 },
  { call: 'GET /api/people?skills=postgres', statements: 7 },
  { call: 'GET /api/people?role=backend&college=college%207&free_from=2030-01-01', statements: 7 },
  { call: 'GET /api/people?hours=3', statements: 7 },
  { call: 'GET /api/people?after=h.4000', statements: 7 },
  { call: 'GET /api/people?sort=fit', statements: 11 },
  { call: `GET /api/people?sort=project&project_id=${MINE}`, statements: 8 },
  { call: `GET /api/people/suggested?project_id=${MINE}`, statements: 12 },
  { call: 'GET /api/people/suggested', statements: 24 },
  { call: 'GET /api/projects?skill=sql&open_seats=yes&category=ai-ml&search=words', statements: 4 },
  { call: `GET /api/projects?ids=${MINE},${ASKED},99999`, statements: 2 },
  { call: `GET /api/projects/${MINE}`, statements: 5 },
  { call: `GET /api/projects/${ASKED}`, statements: 6 },
  { call: 'GET /api/projects/suited', statements: 8 },
  { call: `GET /api/projects/suited?project_id=${ASKED}`, statements: 8 },
  { call: `GET /api/people/${MINE}`, statements: 5 },
  { call: `GET /api/people/${ASKED}`, statements: 6 },
  { call: `GET /api/people/${MEMBERS}/hours`, statements: 2 },
  { call: `GET /api/projects/${ASKED}/hours`, statements: 2 },
  { call: 'GET /api/hours', statements: 2 },
  { call: 'GET /api/invitations/received', statements: 2 },
  { call: 'GET /api/invitations/received?limit=200&before=9000', statements: 3 },
  { call: 'GET /api/invitations/sent', statements: 2 },
  { call: `GET /api/invitations/sent?project_id=${MINE}`, statements: 2 },
  { call: 'GET /api/projects/offers', statements: 2 },
  { call: 'GET /api/projects/mine', statements: 2 },
  { call: 'GET /api/projects/mine?limit=5&before=90000', statements: 2 },
  { call: 'GET /api/projects/connections/incoming', statements: 2 },
  { call: `GET /api/projects/connections/incoming?project_id=${MINE}`, statements: 2 },
  { call: 'GET /api/projects/connections/mine', statements: 2 },
  { call: 'GET /api/project-requests/incoming?project_id=5001', statements: 2 },
  { call: 'GET /api/project-requests/mine?status=accepted', statements: 2 },
  { call: 'GET /api/project-requests/incoming', statements: 2 },
  // The page is empty: no row carries the total, so it is counted.
  { call: 'GET /api/project-requests/incoming?limit=200&before=90000', statements: 3 },
  { call: 'GET /api/project-requests/mine', statements: 2 },
  { call: 'GET /api/project-requests/decided', statements: 2 },
  { call: 'GET /api/project-requests/decided?project_id=5001&before=90000', statements: 3 },
  { call: 'GET /api/project-requests/mine?limit=200&before=90000', statements: 2 },
  { call: 'GET /api/conversations/requests', statements: 2 },
  { call: `GET /api/conversations/${ASKED}/requests`, statements: 5 },
  { call: 'GET /api/dashboard/stats', statements: 2 },
  // The session, the zone, counts, the median, and messages.
  { call: 'GET /api/dashboard/analytics', statements: 5 },
  { call: 'GET /api/dashboard/analytics?weeks=26', statements: 5 },
  { call: 'GET /api/dashboard/recent-activity', statements: 2 },
  { call: 'GET /api/inbox', statements: 3 },
  { call: 'GET /api/inbox?limit=100&before=5001', statements: 3 },
  { call: 'GET /api/messages/conversations', statements: 2 },
  { call: 'GET /api/messages/conversations?limit=200', statements: 2 },
  { call: `GET /api/messages/conversation/${MEMBERS / 2 + 1}`, statements: 5 },
  { call: `GET /api/messages/conversation/${MEMBERS / 2 + 1}?after=1`, statements: 5 },
  { call: `GET /api/messages/conversation/${MEMBERS / 2 + 1}?changed_since=0`, statements: 5 },
  { call: 'GET /api/messages/unread-count', statements: 2 },
  { call: 'GET /api/messages/notifications', statements: 2 },
  { call: 'GET /api/messages/saved', statements: 2 },
  { call: 'GET /api/messages/saved?limit=200&before=15', statements: 2 },
  { call: 'GET /api/messages/requests', statements: 2 },
  { call: 'GET /api/search/messages?q=hi', statements: 9 },
  { call: 'GET /api/search/messages?q=hi%20from:me%20before:2030', statements: 9 },
  { call: 'GET /api/search/messages?q=has:image', statements: 9 },
  { call: 'GET /api/search/messages?q=has:file%20plan', statements: 9 },
  { call: 'GET /api/search/people?q=member%2044', statements: 9 },
  { call: 'GET /api/search/people?q=zq', statements: 9 },
  { call: 'GET /api/search/messages?q=in:zq', statements: 9 },
  { call: 'GET /api/search/projects?q=project', statements: 2 },
  { call: 'GET /api/refresh', statements: 12 },
  { call: `GET /api/users/${MEMBERS}/status`, statements: 3 },
  { call: `GET /api/users?ids=${MEMBERS},${MEMBERS - 1}`, statements: 2 },
  { call: 'GET /api/users/suggestions', statements: 4 },
  { call: 'GET /api/push', statements: 3 },
  { call: 'GET /api/notification-choices', statements: 2 },
  { call: 'GET /api/account/activity', statements: 2 },
  { call: 'GET /api/blocks', statements: 2 },
];

/** Notifying a member with a push subscription writes one job more. */
const writes: Case[] = [
  {
    call: 'POST /api/projects',
    body: { title: 'New', description: 'New', category: 'other' },
    status: 201,
    statements: 8,
  },
  { call: `PUT /api/projects/${MINE}/confirmation`, statements: 7 },
  { call: `POST /api/projects/${FRESH}/connect`, status: 201, statements: 22 },
  { call: `PUT /api/projects/connections/${MINE}`, body: { status: 'approved' }, statements: 21 },
  { call: 'POST /api/project-requests', body: { project_id: FRESH }, status: 201, statements: 25 },
  { call: `DELETE /api/project-requests/${HISTORY_ROWS + 1}`, statements: 19 },
  {
    call: `PUT /api/project-requests/${MEMBERS * 2 + 2}/status`,
    body: { status: 'accepted' },
    status: 403,
    statements: 5,
  },
  { call: `DELETE /api/projects/${ASKED}/members/me`, statements: 19 },
  { call: `PUT /api/projects/${FRESH}/offer`, body: { user_id: 1 }, status: 403, statements: 4 },
  { call: `PUT /api/projects/${OFFERED}/offer/status`, body: { status: 'accepted' }, statements: 37 },
  { call: `DELETE /api/projects/${OFFERED}/offer`, status: 409, statements: 3 },
  { call: 'PUT /api/inbox/read', body: { ids: [10_000] }, statements: 5 },
  { call: 'PUT /api/inbox/seen', body: { place: 'project', project_id: 5_001 }, statements: 5 },
  { call: 'PUT /api/inbox/read-all', statements: 5 },
  { call: `DELETE /api/inbox/${2 * MEMBERS + 1}`, statements: 4 },
  { call: 'PATCH /api/notification-choices', body: { mail_pace: 'daily' }, statements: 4 },
  { call: 'PATCH /api/notification-choices', body: { followed_skills: ['Go', 'SQL'] }, statements: 9 },
  { call: `PUT /api/blocks/${MEMBERS}`, statements: 23 },
  { call: `DELETE /api/blocks/${MEMBERS}`, statements: 12 },
  // Two of them for its archive.
  { call: `PUT /api/messages/mute/${MEMBERS}`, statements: 9 },
  { call: `DELETE /api/messages/mute/${MEMBERS}`, statements: 7 },
  { call: `PUT /api/projects/${ASKED}/mute`, statements: 6 },
  { call: `DELETE /api/projects/${ASKED}/mute`, statements: 5 },
  {
    call: 'POST /api/messages',
    body: { receiver_id: MEMBERS / 2 + 1, content: 'Hi' },
    status: 201,
    // Over a socket it reads no presence, see `message:send`.
    statements: 4,
  },
  {
    call: 'POST /api/messages',
    body: { receiver_id: MEMBERS / 2 + 1, content: 'Hi', reply_to: 1 },
    status: 201,
    statements: 4,
  },
  {
    call: `PUT /api/messages/conversation/${MEMBERS / 2 + 1}/2/saved`,
    body: { client_id: crypto.randomUUID() },
    statements: 13,
  },
  {
    call: `DELETE /api/messages/conversation/${MEMBERS / 2 + 1}/2/saved`,
    body: { client_id: crypto.randomUUID() },
    statements: 10,
  },
  { call: `PUT /api/messages/mark-read/${MEMBERS / 2 + 1}`, statements: 4 },
  {
    call: 'PUT /api/users/profile',
    body: { name: 'Member One', college: 'IIT', skills: ['Go'] },
    statements: 7,
  },
  { call: `PATCH /api/projects/${MINE}`, body: { roles: [{ name: 'Backend', seats: 1 }] }, statements: 14 },
  { call: `POST /api/projects/${MINE}/invitations`, body: { user_id: 40 }, status: 201, statements: 32 },
  { call: `PUT /api/invitations/${INVITED}/status`, body: { status: 'accepted' }, statements: 35 },
  { call: `PUT /api/invitations/${INVITED + 1}/status`, body: { status: 'declined' }, statements: 20 },
  { call: 'POST /api/project-requests', body: { project_id: 11 }, status: 201, statements: 37 },
  { call: `DELETE /api/invitations/${INVITED + 3}`, statements: 12 },
  { call: 'PUT /api/hours', body: { hours: '1'.repeat(672), zone: 'Asia/Kolkata' }, statements: 4 },
  { call: 'POST /api/suggestions/dismissals', body: { member_id: 41 }, statements: 2 },
];

async function statementsOf({ call, body, status = 200 }: Case): Promise<Statement[]> {
  const [method, url] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string];
  const headers = { authorization: `Bearer ${member.token}` };
  const { result, statements } = await recordStatements(async () =>
    server.app.fastify.inject({ method, url, headers, ...(body ? { payload: body } : {}) }),
  );
  expect(result.statusCode, result.body).toBe(status);
  return statements;
}

/** `small`: tables with few rows. The numbers of servers and moderators do not grow with history. */
const expectIndexed = async (statements: Statement[], small = ['servers', 'moderators']) => {
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    const grown = (scanned: string[]) => scanned.filter((table) => !small.includes(table));
    expect(grown(await scannedTables(server.database, statement)), statement.text).toEqual([]);
    if (isPlannedByValue(statement.text)) continue;
    expect(grown(await scannedByGenericPlan(server.database, statement)), `generic: ${statement.text}`).toEqual([]);
  }
};

const check = async (one: Case) => {
  const statements = await statementsOf(one);
  expect(statements.length, statements.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(one.statements);
  await expectIndexed(statements);
};

describe('at 100,000 rows', () => {
  it.each([...reads, ...writes])('$call scans no table from end to end', check);
});

it('the limits on requests and first messages scan no table from end to end', async () => {
  const contactLimits = createContactLimits({
    db: server.database.db,
    clock: systemClock,
    factor: 1,
    policy: { requireVerifiedEmail: true },
  });
  // A member whom the sender has written to, and one whom they have applied to.
  for (const otherId of [MEMBERS / 2 + 1, ASKED])
    await expectIndexed((await recordStatements(() => contactLimits.left(member.id, otherId))).statements);
});

it('members and messages of a team that a member has left are found without scanning a table', async () => {
  const { db } = server.database;
  const { statements } = await recordStatements(async () => {
    await listLeftMembers(db, MINE, 1, new Date(0));
    await listLastSeqs(db, 1, { id: MINE, name: '', sent: 20, left_seq: 50 }, 20);
  });
  expect(statements).toHaveLength(2);
  await expectIndexed(statements);
});

it('a moderator reads and decides reports about messages without scanning a table', { timeout: FILL_MS }, async () => {
  const { db } = server.database;
  const { rows } = await sql<{ id: number; member_id: number }>`
    INSERT INTO reports (kind, subject_id, conversation_id, member_id, reporter_id, reason, evidence, created_at)
    SELECT 'message', m.id, m.conversation_id, m.sender_id, c.low_id + c.high_id - m.sender_id, 'spam', jsonb_build_object('seq', m.seq, 'messages',
      jsonb_build_array(jsonb_build_object('seq', m.seq, 'content', '', 'created_at', m.created_at, 'sender', jsonb_build_object('id', m.sender_id, 'name', '')))), now()
    FROM (SELECT * FROM conversations WHERE low_id > 1 AND last_seq > 0 ORDER BY id LIMIT 20) c JOIN messages m ON m.conversation_id = c.id AND m.seq = 1
    RETURNING id, member_id`.execute(db);
  const id = rows[0]?.id;
  await sql`INSERT INTO moderators (user_id, by_setting) VALUES (1, false)`.execute(db);
  const path = `/api/moderation/reports`;
  for (const [call, body] of [
    [`GET ${path}`],
    [`GET ${path}/${id}`],
    [`GET ${path}/${id}/context?after=1`],
    [`PUT ${path}/${id}/decision`, { decision: 'dismiss', reason: 'spam', note: 'Seen' }],
    [`PUT ${path}/${rows[1]?.id}/decision`, { decision: 'suspend', days: 7, reason: 'spam', note: 'Seen' }],
    [`GET ${path}/${rows[1]?.id}`],
    [`DELETE /api/moderation/members/${rows[1]?.member_id}/suspension`, { note: 'Seen' }],
    [`GET ${path}?state=decided`],
  ] as const) {
    const statements = await statementsOf({ call, statements: Infinity, ...(body && { body }) });
    // The suspension's jobs start meanwhile; their table holds only jobs that are pending at the moment.
    await expectIndexed(statements, ['servers', 'moderators', 'jobs']);
  }
});

it('a suspension and its sign-ins are found without scanning a table, whatever the plan', async () => {
  const { db } = server.database;
  const { statements } = await recordStatements(async () => {
    await findSuspension(db, MINE);
    await findOwnSuspension(db, MINE);
  });
  expect(statements).toHaveLength(2);
  await expectIndexed(statements);
});

it('every table is filled, except those that never hold many rows', async () => {
  const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples < 100 AND relname <> 'jobs' ORDER BY 1`.execute(
    server.database.db,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    ...['kysely_migration_lock', 'linking_flows', 'moderators', 'oauth_codes', 'oauth_flows', 'push_keys', 'servers'],
  ]);
});

it('a refresh without changes takes one statement, including the session check', async () => {
  const { body } = await server.call('GET /api/refresh', member.token);
  const { inbox_version: _, ...parts } = body.data;
  const held = Object.entries<{ version: string }>(parts).map(([part, { version }]) => `${part}=${version}`);
  await check({ call: `GET /api/refresh?${held.join('&')}`, statements: 1 });
});

it('no statement reads more than a page of a long list of conversations, whatever the plan', async () => {
  const { db } = server.database;
  const { statements } = await recordStatements(async () => {
    const list = await listConversations(db, { userId: LONG_LISTED, limit: 51, at: new Date() });
    const last = list.at(-1);
    const below = { before: last?.last_message_at ?? undefined, before_id: last?.other_id };
    await listConversations(db, { userId: LONG_LISTED, limit: 51, at: new Date(), ...below });
    await unread.listNotifications(db, { userId: LONG_LISTED, limit: 51 });
    await unread.listNotifications(db, { userId: LONG_LISTED, limit: 51, before: last?.other_id });
    await unread.unreadTotal(db, LONG_LISTED);
    await unread.unreadOf(db, [[LONG_LISTED, last?.conversation_id ?? 0]]);
    await findMembership(db, { userId: LONG_LISTED, otherId: last?.other_id ?? 0 });
    await countForMember(db, LONG_LISTED, { weekAgo: new Date(), monthAgo: new Date() });
    await sql.raw(`SELECT ${MESSAGES_VERSION} FROM (SELECT ${LONG_LISTED}::int8 AS user_id) AS s`).execute(db);
  });
  expect(statements).toHaveLength(9);
  for (const statement of statements) {
    expect(await mostRowsOfAStep(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
    expect(await mostRowsByGenericPlan(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
  }
});

it('moving a read mark reads one message of a long conversation, whatever the plan', async () => {
  const { db } = server.database;
  const { rows } = await sql<{ id: number }>`
    SELECT conversation_id AS id FROM memberships WHERE user_id = ${LONG_LISTED} AND other_id = 100`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
    SELECT ${id}, n, 100, n - 1, 'Hi', now() FROM generate_series(3, 2000) n`.execute(db);
  await sql`UPDATE conversations SET last_seq = 2000, sent = '{1999,1}' WHERE id = ${id}`.execute(db);
  const { result, statements } = await recordStatements(() => moveReadMark(db, LONG_LISTED, { user_id: 100 }, 1_999));
  expect(result).toMatchObject({ read_seq: 1_999, moved: true });
  for (const statement of statements) {
    expect(await mostRowsOfAStep(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
    expect(await mostRowsByGenericPlan(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
  }
});

it('permissions of a member of 300 teams are read without looking up each team', async () => {
  const { db } = server.database;
  const teams = 300;
  await sql`INSERT INTO memberships (user_id, conversation_id, slot)
    SELECT ${LONG_LISTED}, id, 3 FROM conversations WHERE low_id IS NULL ORDER BY id LIMIT ${teams}`.execute(db);
  const { statements } = await recordStatements(() => findPermissions(db, LONG_LISTED, 100, new Date()));
  expect(statements).toHaveLength(1);
  for (const statement of statements)
    expect(await blocksByGenericPlan(server.database, statement), statement.text).toBeLessThan(2 * teams);
});

describe('a creator with thousands of applicants', () => {
  const APPLICANTS = 2_000;
  /** For each row of a page, its permissions, and a few rows of each applicant. */
  const PAGE_BLOCKS_MAX = 6_000;
  const CREATOR = 3;
  const page = { limit: 50 };
  beforeAll(async () => {
    await withoutTimeouts(server.database, async ({ db }) => {
      const applicants = sql`generate_series(1001, ${1_000 + APPLICANTS}::int) n`;
      await sql`INSERT INTO join_requests (project_id, creator_id, requester_id, message, status, decided_at, answer_from)
        SELECT ${CREATOR}, ${CREATOR}, n, 'Hi', 'rejected', now(), now() FROM ${applicants}`.execute(db);
      await sql`INSERT INTO interests (project_id, requester_id) SELECT ${CREATOR}, n FROM ${applicants}`.execute(db);
      await sql`ANALYZE join_requests, interests`.execute(db);
    });
  }, FILL_MS);

  it('reads members and projects of a page of decided requests and of interests, not of all', async () => {
    const { db } = server.database;
    const of = { projectId: undefined, at: new Date() };
    const { result, statements } = await recordStatements(async () => [
      await listDecided(db, CREATOR, of, page),
      await listIncomingInterests(db, CREATOR, of, page),
    ]);
    expect(result.map(({ total }) => total >= APPLICANTS)).toEqual([true, true]);
    expect(statements).toHaveLength(2);
    for (const statement of statements) {
      expect(await blocksOf(server.database, statement), statement.text).toBeLessThan(PAGE_BLOCKS_MAX);
      expect(await blocksByGenericPlan(server.database, statement), statement.text).toBeLessThan(PAGE_BLOCKS_MAX);
    }
  });

  it('compares none of them with all of the creator’s conversations', async () => {
    const { db } = server.database;
    const { result, statements } = await recordStatements(() =>
      listWithoutMessages(db, CREATOR, { before: undefined, before_id: undefined, limit: 51 }),
    );
    expect(result).toHaveLength(51);
    for (const statement of statements) {
      expect(await mostRowsRemoved(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
      expect(await blocksByGenericPlan(server.database, statement), statement.text).toBeLessThan(PAGE_BLOCKS_MAX);
    }
  });
});

it('a page of a full list of saved messages reads few more rows than it shows, whatever the plan', async () => {
  const { db } = server.database;
  const { result, statements } = await recordStatements(async () => {
    const first = await saved.listSaved(db, LONG_LISTED, { before: Number.MAX_SAFE_INTEGER, limit: 51 });
    return [first, await saved.listSaved(db, LONG_LISTED, { before: first.at(-1)?.number ?? 0, limit: 51 })];
  });
  expect(result.map((page) => page.length)).toEqual([51, 51]);
  for (const statement of statements) {
    expect(await planOf(server.database, statement)).toContain('saved_messages_user_id_number_key');
    expect(await scannedByGenericPlan(server.database, statement), statement.text).toEqual([]);
    expect(await mostRowsOfAStep(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
    expect(await mostRowsByGenericPlan(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
  }
});

it('an edit and a deletion find the mentions of one message, whatever the plan', async () => {
  const message = { conversation_id: 1, seq: 2, sender_id: 1, created_at: new Date() };
  const { statements } = await recordStatements(() =>
    server.database.db.transaction().execute(async (trx) => {
      await takeBackMentions(trx, message);
      await replaceMentions(trx, message, { now: [], added: [], former: [] }, new Date());
    }),
  );
  await expectIndexed(statements);
  for (const statement of statements)
    expect(await scannedByGenericPlan(server.database, statement), `generic: ${statement.text}`).toEqual([]);
});

it('followers of skills are notified in pages, by the newest projects, whatever the plan', async () => {
  const { db } = server.database;
  const { statements } = await recordStatements(async () => {
    const page = await follows.findFollowersToNotify(db, { notifiedBefore: new Date(), after: 0, max: 200 });
    await follows.findNewProjects(db, page);
  });
  expect(statements).toHaveLength(2);
  for (const statement of statements) {
    expect(await scannedTables(server.database, statement), statement.text).toEqual([]);
    expect(await scannedByGenericPlan(server.database, statement), `generic: ${statement.text}`).toEqual([]);
  }
});

it('a dying server’s gathered changes are found in pages, whatever the plan', async () => {
  const { db } = server.database;
  const now = new Date();
  const page = { after: HISTORY_ROWS / 4, max: 100 };
  // The last conversations: their member's list is long.
  const { max } = await db
    .selectFrom('conversations')
    .select((row) => row.fn.max<number>('id').as('max'))
    .executeTakeFirstOrThrow();
  const { result, statements } = await recordStatements(async () => [
    await stale.findUnshownChats(db, { now, ...page }),
    await stale.findUnshownChats(db, { now, after: max - page.max, max: page.max }),
    await stale.findUnshownNotifications(db, { now, ...page }),
    await stale.findShownOfRead(db, { now, ...page, after: 100 }),
    await notEmailed.findNotEmailedByChats(db, { since: new Date(0), ...page }),
    await notEmailed.findNotEmailedByNotifications(db, { since: new Date(0), ...page }),
  ]);
  expect(result.map(({ last }) => last !== null)).toEqual(result.map(() => true));
  expect(statements).toHaveLength(2 * result.length);
  for (const statement of statements) {
    expect(await scannedTables(server.database, statement), statement.text).toEqual([]);
    expect(await scannedByGenericPlan(server.database, statement), `generic: ${statement.text}`).toEqual([]);
    expect(await mostRowsOfAStep(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
    expect(await mostRowsByGenericPlan(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
  }
});

it('the teams of a member with a long list are found by their ids, whatever the plan', async () => {
  const { db } = server.database;
  const { statements } = await recordStatements(async () => {
    await listTeamConversations(db, { userId: LONG_LISTED });
    await findTeams(db, LONG_LISTED);
  });
  await expectIndexed(statements);
  for (const statement of statements)
    expect(await scannedByGenericPlan(server.database, statement), `generic: ${statement.text}`).toEqual([]);
});

it('a search of messages reads only blocks of the member’s teams, however many these are', async () => {
  const { db } = server.database;
  const owners = search.ownersOf(
    MINE,
    Array.from({ length: 400 }, (_, index) => 1 + index),
  );
  const { statements } = await recordStatements(() =>
    search.findBlocks(db, owners, ['nowhere'], { before: new Date(), conversations: null, max: 65 }),
  );
  expect(statements).toHaveLength(1);
  await expectIndexed(statements);
});

it('a search of a new member’s own projects reads nobody else’s', async () => {
  const { id } = await server.signUp();
  const { statements } = await recordStatements(() => findOwnProjects(server.database.db, id));
  expect(statements).toHaveLength(1);
  for (const statement of statements)
    expect(await mostRowsRemoved(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
});

it('a member’s unread messages are found in the newest part of a long list, whatever the plan', async () => {
  const { db } = server.database;
  const { result, statements } = await recordStatements(async () => {
    const found = await findNotEmailed(db, LONG_LISTED, { emailedVersions: {}, since: new Date(0), max: 50 });
    await findStillUnread(db, LONG_LISTED, Object.fromEntries(found.map(({ topic, version }) => [topic, version])));
    return found;
  });
  expect(result).toHaveLength(50);
  for (const statement of statements) {
    expect(await scannedTables(server.database, statement), statement.text).toEqual([]);
    expect(await scannedByGenericPlan(server.database, statement), `generic: ${statement.text}`).toEqual([]);
    expect(await mostRowsOfAStep(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
    expect(await mostRowsByGenericPlan(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
  }
});

it.each([
  '?skills=javascript',
  '?skills=javascript,other&match=all',
  '?hours=3',
  '?sort=fit',
  '?sort=fit&skills=postgres',
])('a list of people compares few of them: %s', async (search) => {
  const statements = await statementsOf({ call: `GET /api/people${search}`, statements: 11 });
  for (const statement of statements)
    expect(await mostRowsOfAStep(server.database, statement), statement.text).toBeLessThanOrEqual(COMPARED_MAX);
});

it.each([
  '?skills=postgres',
  '?sort=fit&skills=postgres',
  '?role=backend&college=college%207',
  '?after=h.4000&skills=postgres',
])('people with rare facts are found by an index of facts: %s', async (search) => {
  const statements = await statementsOf({ call: `GET /api/people${search}`, statements: 11 });
  const matched = statements.find(({ text }) => text.includes('facts_by_day(u.skills'));
  if (matched === undefined) throw new Error('No statement asks the index.');
  expect(await planOf(server.database, matched)).toContain('users_listed_facts');
});

it('a filter by a rare skill uses its index', async () => {
  const statements = await statementsOf({ call: 'GET /api/projects?skill=postgres', statements: 2 });
  const listed = statements.find(({ text }) => text.includes('from "projects"'));
  if (listed === undefined) throw new Error('No statement reads the projects.');
  expect(await planOf(server.database, listed)).toContain('projects_needed_skills');
});

it('a search of people reads the member’s blocks once for all that it finds', async () => {
  const statements = await statementsOf({ call: 'GET /api/search/people?q=member&page=yes', statements: 9 });
  // In both directions, for names and for pages.
  for (const statement of statements)
    expect(await looksInto(server.database, statement, 'blocks'), statement.text).toBeLessThanOrEqual(4);
});

it.each([
  ...['active=yes', 'active=yes&before=50000', 'sort=open_seats', 'sort=open_seats&open_seats=yes&before=50000'],
  'role=backend',
])('a list reads few more projects than it shows: %s', async (search) => {
  const statements = await statementsOf({ call: `GET /api/projects?${search}`, statements: 2 });
  for (const statement of statements)
    expect(await mostRowsOfAStep(server.database, statement), statement.text).toBeLessThan(PAGE_ROWS_MAX);
});

describe('a member with a long list of everything', () => {
  const CONVERSATIONS = 2_000;
  const INTERESTS = 600;
  beforeAll(async () => {
    await withoutTimeouts(server.database, async ({ db }) => {
      const n = sql`generate_series(20001, ${20_000 + INTERESTS}::int) n`;
      await sql`INSERT INTO interests (project_id, requester_id) SELECT n, ${LONG_LISTED} FROM ${n}`.execute(db);
      await sql`INSERT INTO invitations (project_id, creator_id, member_id, answer_from, answer_by, delivered_at)
        SELECT n, (n - 1) % ${MEMBERS} + 1, ${LONG_LISTED}, now(), now() + interval '7 days', now() FROM ${n}`.execute(
        db,
      );
      await sql`ANALYZE interests, invitations`.execute(db);
    });
  }, FILL_MS);

  it('hides and shows read marks in few blocks for each conversation', async () => {
    const { db } = server.database;
    const { statements } = await recordStatements(async () => {
      await db.transaction().execute((trx) => hideReadMarksAround(trx, LONG_LISTED));
      await db.transaction().execute((trx) => showReadMarksAround(trx, LONG_LISTED, new Date()));
    });
    expect(statements).toHaveLength(MARK_BLOCKS_MAX.length);
    for (const [index, statement] of statements.entries())
      expect(await blocksByGenericPlan(server.database, statement), statement.text).toBeLessThan(
        (MARK_BLOCKS_MAX[index] ?? 0) * CONVERSATIONS,
      );
  });

  it('reads projects and members of a page of invitations, not of all', async () => {
    const { db } = server.database;
    const { result, statements } = await recordStatements(() =>
      listReceived(db, LONG_LISTED, new Date(), { limit: 50 }),
    );
    expect(result.total).toBe(INTERESTS);
    for (const statement of statements)
      expect(await looksInto(server.database, statement, 'users'), statement.text).toBeLessThan(PAGE_ROWS_MAX);
  });

  it('finds approved interests, and pending ones, in an index of these', async () => {
    const { db } = server.database;
    const at = new Date();
    const { statements } = await recordStatements(async () => {
      await listConversations(db, { userId: LONG_LISTED, limit: 51, at });
      await listIncomingInterests(db, 3, { projectId: undefined, at }, { limit: 50 });
    });
    const plans = await Promise.all(statements.map((statement) => planOf(server.database, statement)));
    expect(plans[0]).toContain('interests_approved');
    expect(plans[1]).toContain('interests_awaited');
  });

  it('has each conversation of saved messages looked up once', async () => {
    const { result, statements } = await recordStatements(() => saved.findNumbers(server.database.db, LONG_LISTED));
    const conversations = result.conversations.length;
    expect(result.conversations.flatMap(({ seqs }) => seqs).length).toBeGreaterThan(1.5 * conversations);
    for (const statement of statements)
      expect(await looksInto(server.database, statement, 'conversations')).toBeLessThanOrEqual(conversations);
  });
});

it('counts of the dashboard read each team once', async () => {
  const { db } = server.database;
  const { result, statements } = await recordStatements(() =>
    countForMember(db, MINE, { weekAgo: new Date(), monthAgo: new Date() }),
  );
  for (const statement of statements)
    expect(await looksInto(server.database, statement, 'projects')).toBeLessThan(1.5 * result.activeCollaborations);
});

it('the hours of a team are not read for other members', async () => {
  const { statements } = await recordStatements(() => findTeamHours(server.database.db, MINE, LONG_LISTED, new Date()));
  for (const statement of statements)
    expect(await blocksByGenericPlan(server.database, statement), statement.text).toBeLessThan(20);
});

describe('the check itself', () => {
  it('detects a scan of a whole table', async () => {
    const count = { text: 'SELECT count(*) FROM messages WHERE content = $1', values: ['Hi'] };
    expect(await scannedTables(server.database, count)).toEqual(['messages']);
    expect(await scannedByGenericPlan(server.database, count)).toEqual(['messages']);
  });
});

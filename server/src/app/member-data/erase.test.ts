import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownTables } from '../modules.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ timings: { jobs: { pollMs: 100, retryFirstMs: 20 } } });
});
afterAll(() => server.close());
const sql = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;

/** Deletes an account, and lets the time for restoring it pass. */
async function erase({ id, token, password }: TestMember): Promise<void> {
  expect((await server.call('DELETE /api/account', token, { current_password: password })).status).toBe(200);
  await sql("UPDATE users SET deleted_at = deleted_at - interval '31 days' WHERE id = $1", id);
}
const makeDue = ({ id }: TestMember) =>
  sql("UPDATE jobs SET due_at = now() WHERE kind = 'account:erase' AND key = $1", String(id));

/** Columns that keep a member's id, shown to others as "Former member" (docs/privacy.md). */
const kept = [
  ...['conversations.low_id', 'conversations.high_id', 'memberships.user_id', 'memberships.other_id'],
  ...['messages.sender_id', 'message_pins.user_id', 'message_reactions.user_id'],
  ...['attachments.owner_id', 'attachments.low_id', 'attachments.high_id'],
  ...['projects.creator_id', 'project_members.user_id', 'project_offers.user_id', 'request_answers.creator_id'],
  'team_events.user_id',
  ...['join_requests.creator_id', 'join_requests.requester_id', 'interests.requester_id'],
  ...['invitations.creator_id', 'invitations.member_id'],
  // Messages and notifications that belong to others.
  ...['notifications.actor_id', 'notifications.subject_id', 'activities.other_id', 'activities.about_id'],
  ...['muted_members.other_id', 'blocks.blocked_id', 'suggestion_dismissals.member_id'],
  // Evidence, and a year of account activity.
  ...['reports.member_id', 'reports.reporter_id', 'reports.subject_id'],
  ...['audit_entries.member_id', 'audit_entries.actor_id'],
  // The reader of another member's note, which is deleted after 30 days.
  'kept_texts.reader_id',
  // Counts only.
  ...['inboxes.user_id', 'request_versions.user_id', 'kept_lists.user_id', 'kept_totals.user_id'],
  ...['kept_conversations.user_id', 'kept_conversations.other_id'],
];

it('lists every column that names a member as erased or kept', async () => {
  const found = await sql(`
    SELECT c.table_name || '.' || c.column_name AS name
    FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_schema = c.table_schema
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND (
      c.column_name ~ '^(.*_)?(user|member|owner|sender|receiver|reader|creator|requester|reporter|actor|other|low|high|subject|blocker|blocked|moderator)_id$'
      OR EXISTS (
        SELECT FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)
        WHERE f.contype = 'f' AND f.confrelid = 'users'::regclass
          AND f.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass AND a.attname = c.column_name))`);
  const removed = Object.entries(ownTables).map(([table, column]) => `${table}.${column}`);
  expect(found.map(({ name }) => name).toSorted()).toEqual([...removed, ...kept].toSorted());
});

it('removes the member’s name from notifications about reports', async () => {
  const [member, other] = [await server.signUp('Dev Rao'), await server.signUp()];
  const report = { kind: 'member', id: member.id, reason: 'spam' };
  await server.call('POST /api/messages', member.token, { receiver_id: other.id, content: 'Hi' });
  const { id } = (await server.call('POST /api/reports', other.token, report)).body.data;
  const mod = await server.signUp();
  await sql('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', mod.id);
  const decision = { decision: 'dismiss', reason: 'spam', note: 'Seen' };
  await server.call(`PUT /api/moderation/reports/${id}/decision`, mod.token, decision);
  await server.call('POST /api/reports', other.token, report);
  const titles = async () =>
    (await sql('SELECT title FROM notifications WHERE user_id IN ($1, $2) ORDER BY id', other.id, mod.id)).map(
      ({ title }) => title,
    );
  expect(await titles()).toEqual([
    'A moderator reviewed your report about Dev Rao’s profile',
    'New report about Dev Rao’s profile: Spam or advertising',
  ]);
  await erase(member);
  await eventually(async () => {
    await makeDue(member);
    expect(await titles()).toEqual(['A moderator reviewed your report', 'New report to review: Spam or advertising']);
  });
});

it('erases the member’s own blocks and moderator rights, not blocks against them', async () => {
  const [member, other] = [await server.signUp(), await server.signUp()];
  await server.call(`PUT /api/blocks/${other.id}`, member.token);
  await server.call(`PUT /api/blocks/${member.id}`, other.token);
  await sql('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', member.id);
  await erase(member);
  await eventually(async () => {
    await makeDue(member);
    expect(await sql('SELECT user_id FROM moderators WHERE user_id = $1', member.id)).toEqual([]);
  });
  expect(await sql('SELECT blocker_id FROM blocks WHERE $1 IN (blocker_id, blocked_id)', member.id)).toEqual([
    { blocker_id: other.id },
  ]);
});

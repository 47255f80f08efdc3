import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { recordStatements } from '@sangam/testing/database/statements';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportPart } from '../../platform/member-data/parts.js';
import { ownTables } from '../modules.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Text that no export contains, with the reason. */
const notExported: Record<string, string[]> = {
  'The server writes it.': [
    ...['activities.icon', 'activities.type'],
    ...['conversations.kind', 'devices.id', 'message_acts.kind'],
    ...['jobs.budgets', 'jobs.key', 'jobs.kind', 'jobs.last_error', 'jobs.payload'],
    ...['kysely_migration.name', 'kysely_migration.timestamp', 'kysely_migration_lock.id'],
    ...['notifications.key', 'notifications.link', 'notifications.told_kinds', 'push_notices.topic'],
    ...['unread_mails.sending', 'unread_mails.sending_key', 'unread_mails.told'],
  ],
  'It repeats text that the export contains.': [
    ...['attachments.name', 'attachments.preview', 'messages.mentions', 'followed_skills.key', 'team_events.word'],
    ...['projects.role_names', 'projects.role_skills', 'projects.search_text', 'projects.search_words'],
    ...['projects.title_words'],
  ],
  'It was replaced, or is not confirmed yet.': [
    ...['member_hours.zone_before', 'email_links.email'],
    ...['kept_texts.words', 'message_wordings.attachments', 'message_wordings.content'],
  ],
  'It is for sign-in and push notifications.': [
    ...['identities.subject', 'linking_flows.provider', 'oauth_flows.provider', 'users.password_hash'],
    ...['push_keys.private_key', 'push_keys.public_key'],
    ...['push_subscriptions.auth', 'push_subscriptions.endpoint', 'push_subscriptions.p256dh'],
  ],
  'Moderators write or keep it.': [
    ...['reports.decision', 'reports.evidence', 'reports.note', 'suspensions.reason', 'suspensions.words'],
  ],
};

/** Text that an erasure leaves in the database, with the reason (docs/privacy.md). */
const notErased: Record<string, string[]> = {
  'The server writes it.': [
    ...['conversations.kind', 'jobs.budgets', 'jobs.key', 'jobs.kind', 'jobs.last_error', 'jobs.payload'],
    ...['kysely_migration.name', 'kysely_migration.timestamp', 'kysely_migration_lock.id', 'oauth_flows.provider'],
    ...['push_keys.private_key', 'push_keys.public_key', 'push_notices.topic'],
  ],
  'It stays with the other side, under the name "Former member".': [
    ...['attachments.name', 'attachments.preview', 'message_reactions.emoji'],
    ...['messages.attachments', 'messages.content', 'messages.mentions', 'team_events.word'],
    ...['interests.ended_by', 'invitations.ended_by', 'invitations.message'],
    ...['join_requests.answers', 'join_requests.decline_reason', 'join_requests.end_word'],
    ...['join_requests.ended_by', 'join_requests.message'],
  ],
  'It is the team’s project.': [
    ...['project_roles.name', 'project_roles.skills', 'projects.category', 'projects.description'],
    ...['projects.questions', 'projects.required_skills', 'projects.role_names', 'projects.role_skills'],
    ...['projects.search_text', 'projects.search_words', 'projects.timeline'],
    ...['projects.title', 'projects.title_outside', 'projects.title_words'],
  ],
  'A sweep deletes it after its time.': [
    ...['audit_entries.details', 'audit_entries.device', 'audit_entries.kind', 'audit_entries.network'],
    ...['message_wordings.attachments', 'message_wordings.content'],
    ...['reports.decision', 'reports.evidence', 'reports.note', 'reports.reason', 'reports.words'],
  ],
};

const src = fileURLToPath(new URL('../../', import.meta.url));

const isPart = (value: unknown): value is ExportPart =>
  typeof value === 'object' && value !== null && ['member', 'lists', 'streams'].some((key) => key in value);

/** Returns the statements that all exports run. */
async function exportStatements(): Promise<string[]> {
  const { db } = server.database;
  const [member, other] = [await server.signUp(), await server.signUp()];
  await server.call('POST /api/messages', member.token, { receiver_id: other.id, content: 'Hi' });
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const modules = await Promise.all(
    paths.filter((path) => path.endsWith('/member-data.queries.ts')).map((path) => import(src + path)),
  );
  const parts = modules.flatMap((module) => Object.values(module).filter(isPart));
  const { statements } = await recordStatements(async () => {
    for (const { lists = {}, streams = {} } of parts) {
      for (const list of Object.values(lists)) await list(db, member.id, 0, 1);
      for (const stream of Object.values(streams)) for await (const _ of stream(db, member.id));
    }
  });
  const ofMember = parts.flatMap(({ member = {} }) => Object.values(member).map((field) => field.compile(db).sql));
  return [...statements.map(({ text }) => text), ...ofMember].map((text) => text.replaceAll('"', ''));
}

let statements: string[];
beforeAll(async () => {
  statements = await exportStatements();
});

/** Whether a statement names both the table and the column, or reads whole rows of the table. */
const isExported = ([table = '', column = '']: string[]): boolean => {
  const read = new RegExp(`(?<!AS )\\b${column}\\b|\\bto_jsonb\\(`, 'u');
  const from = new RegExp(table === 'users' ? `^u\\.${column}$` : `\\b${table}\\b`, 'u');
  return statements.some((statement) => from.test(statement) && read.test(statement));
};

/** The columns that an erasure blanks in the member's own row. */
const [, blanked = ''] =
  /const eraseIdentity = ([^;]*);/u.exec(readFileSync(`${src}app/member-data/queries.ts`, 'utf8')) ?? [];

/** Whether an erasure deletes the column's rows, or blanks it. */
const isErased = ([table = '', column = '']: string[]): boolean =>
  table === 'users' ? new RegExp(`\\b${column}:`, 'u').test(blanked) : Object.hasOwn(ownTables, table);

/** All text columns except those with a fixed list of values, which contain no text by members. */
async function textColumns(): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ name: string }>(`
    SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_schema = c.table_schema
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
      AND c.udt_name IN ('text', 'varchar', '_text', '_varchar', 'json', 'jsonb') AND c.is_generated = 'NEVER'
      AND NOT EXISTS (
        SELECT FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)
        WHERE f.contype = 'c' AND pg_get_constraintdef(f.oid) ~ '= ANY|<@'
          AND f.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass AND a.attname = c.column_name)
    ORDER BY name`);
  return rows.map(({ name }) => name);
}

it.each([
  ['an export contains', isExported, notExported],
  ['an erasure removes', isErased, notErased],
])('%s each column of text, except those listed with a reason', async (_, isDone, listed) => {
  const missing = (await textColumns()).filter((name) => !isDone(name.split('.')));
  expect(missing.toSorted()).toEqual(Object.values(listed).flat().toSorted());
});

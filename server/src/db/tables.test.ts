import { openTestDatabase } from '@sangam/testing/test-database';
import type { SelectType } from 'kysely';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Tables } from './tables.js';

const NULL = 'may be null';
const VALUE = 'always has a value';

/** The types of `tables.ts` as values: a column that is missing here, or stands here wrongly, does not compile. */
type Columns = {
  [T in keyof Tables]: {
    [C in keyof Tables[T]]: null extends SelectType<Tables[T][C]> ? typeof NULL : typeof VALUE;
  };
};

const tables: Columns = {
  users: {
    id: VALUE,
    name: VALUE,
    email: VALUE,
    password_hash: NULL,
    email_verified_at: NULL,
    college: VALUE,
    skills: VALUE,
    github_link: NULL,
    created_at: VALUE,
    last_active: NULL,
    profile_version: VALUE,
    verification_asked: VALUE,
    suspended_at: NULL,
    deleted_at: NULL,
  },
  blocks: {
    blocker_id: VALUE,
    blocked_id: VALUE,
    created_at: VALUE,
  },
  sessions: {
    id: VALUE,
    user_id: VALUE,
    created_at: VALUE,
    expires_at: VALUE,
    ended_at: NULL,
    device: NULL,
    network: NULL,
    used_at: NULL,
  },
  attachments: {
    id: VALUE,
    owner_id: VALUE,
    name: VALUE,
    bytes: VALUE,
    received: VALUE,
    stored_bytes: VALUE,
    kind: NULL,
    width: NULL,
    height: NULL,
    preview: NULL,
    unnamed_at: NULL,
    reported_until: NULL,
    kept_until: NULL,
    conversation_id: NULL,
    seq: NULL,
  },
  search_blocks: {
    conversation_id: VALUE,
    block: VALUE,
    last_seq: VALUE,
    first_at: VALUE,
    last_at: VALUE,
    words: VALUE,
  },
  search_members: { user_id: VALUE, indexed_until: VALUE },
  moderators: { user_id: VALUE, by_setting: VALUE, added_at: VALUE },
  reports: {
    id: VALUE,
    reporter_id: VALUE,
    kind: VALUE,
    subject_id: VALUE,
    member_id: VALUE,
    reason: VALUE,
    words: VALUE,
    evidence: VALUE,
    created_at: VALUE,
    decision: NULL,
    decided_at: NULL,
    decided_by: NULL,
    note: NULL,
  },
  audit_entries: {
    id: VALUE,
    at: VALUE,
    actor_id: NULL,
    member_id: NULL,
    kind: VALUE,
    device: NULL,
    network: NULL,
    details: VALUE,
  },
  password_resets: {
    user_id: VALUE,
    token_hash: VALUE,
    expires_at: VALUE,
  },
  email_links: {
    user_id: VALUE,
    email: VALUE,
    token_hash: NULL,
    expires_at: VALUE,
  },
  identities: {
    provider: VALUE,
    subject: VALUE,
    user_id: VALUE,
    created_at: VALUE,
  },
  oauth_flows: {
    state_hash: VALUE,
    browser_hash: VALUE,
    provider: VALUE,
    expires_at: VALUE,
  },
  oauth_codes: {
    code_hash: VALUE,
    browser_hash: VALUE,
    user_id: VALUE,
    expires_at: VALUE,
  },
  conversations: {
    id: VALUE,
    low_id: VALUE,
    high_id: VALUE,
    last_seq: VALUE,
    last_change: VALUE,
    low_sent: VALUE,
    high_sent: VALUE,
    last_message_at: NULL,
    low_kept: VALUE,
    high_kept: VALUE,
    low_checked: VALUE,
    high_checked: VALUE,
  },
  memberships: {
    user_id: VALUE,
    other_id: VALUE,
    conversation_id: VALUE,
    read_seq: VALUE,
    read_received: VALUE,
    read_at: NULL,
    kept: VALUE,
    other_kept: VALUE,
    request: NULL,
    request_changes: VALUE,
    unread_from: NULL,
    mark_changes: VALUE,
    told_read_seq: NULL,
    taken_back: VALUE,
  },
  kept_lists: {
    user_id: VALUE,
  },
  kept_conversations: {
    user_id: VALUE,
    other_id: VALUE,
    last_message_at: NULL,
    received: VALUE,
    read_received: VALUE,
  },
  kept_totals: {
    user_id: VALUE,
    messages: VALUE,
    received: VALUE,
    read_received: VALUE,
    version: VALUE,
  },
  messages: {
    conversation_id: VALUE,
    seq: VALUE,
    id: VALUE,
    sender_id: VALUE,
    sender_seq: VALUE,
    client_id: NULL,
    content: VALUE,
    created_at: VALUE,
    change: NULL,
    reply_to: NULL,
    attachments: NULL,
    edited_at: NULL,
    deleted_at: NULL,
  },
  message_acts: {
    id: VALUE,
    user_id: VALUE,
    client_id: VALUE,
    conversation_id: VALUE,
    seq: VALUE,
    done_at: VALUE,
  },
  message_reactions: {
    conversation_id: VALUE,
    seq: VALUE,
    user_id: VALUE,
    emoji: VALUE,
    reacted_at: VALUE,
  },
  message_pins: {
    conversation_id: VALUE,
    seq: VALUE,
    user_id: VALUE,
    pinned_at: VALUE,
  },
  message_wordings: {
    id: VALUE,
    conversation_id: VALUE,
    seq: VALUE,
    content: VALUE,
    attachments: NULL,
    replaced_at: VALUE,
  },
  projects: {
    id: VALUE,
    creator_id: VALUE,
    title: VALUE,
    description: VALUE,
    category: VALUE,
    required_skills: VALUE,
    timeline: NULL,
    max_members: VALUE,
    member_count: VALUE,
    state: VALUE,
    answer_days: VALUE,
    questions: VALUE,
    search_text: VALUE,
    confirmed_at: VALUE,
    may_be_listed: VALUE,
    hidden_at: NULL,
    hidden_with_creator: VALUE,
    created_at: VALUE,
  },
  request_answers: {
    request_id: VALUE,
    project_id: VALUE,
    creator_id: VALUE,
    took_ms: NULL,
    ended_at: VALUE,
  },
  project_members: {
    project_id: VALUE,
    user_id: VALUE,
    joined_at: VALUE,
  },
  project_offers: {
    id: VALUE,
    project_id: VALUE,
    user_id: VALUE,
    created_at: VALUE,
  },
  interests: {
    id: VALUE,
    project_id: VALUE,
    requester_id: VALUE,
    status: VALUE,
    ended_by: NULL,
    created_at: VALUE,
    decided_at: NULL,
  },
  join_requests: {
    id: VALUE,
    project_id: VALUE,
    creator_id: VALUE,
    requester_id: VALUE,
    message: VALUE,
    answers: VALUE,
    status: VALUE,
    ended_by: NULL,
    answer_from: NULL,
    answer_by: NULL,
    reminders_sent: VALUE,
    line_place: NULL,
    offered_until: NULL,
    decline_reason: NULL,
    end_word: NULL,
    created_at: VALUE,
    decided_at: NULL,
  },
  request_versions: {
    user_id: VALUE,
    version: VALUE,
  },
  activities: {
    id: VALUE,
    user_id: VALUE,
    type: VALUE,
    icon: VALUE,
    message: VALUE,
    project_id: NULL,
    other_id: NULL,
    created_at: VALUE,
  },
  notifications: {
    id: VALUE,
    user_id: VALUE,
    kind: VALUE,
    key: VALUE,
    title: VALUE,
    project_id: NULL,
    subject_id: NULL,
    actor_id: NULL,
    created_at: VALUE,
    read_at: NULL,
    cleared_at: NULL,
    link: NULL,
  },
  inboxes: {
    user_id: VALUE,
    version: VALUE,
  },
  jobs: {
    id: VALUE,
    kind: VALUE,
    key: NULL,
    payload: VALUE,
    created_at: VALUE,
    due_at: VALUE,
    attempts: VALUE,
    leased_until: NULL,
    again_at: NULL,
    last_error: NULL,
    failed_at: NULL,
  },
  push_keys: {
    is_only: VALUE,
    public_key: VALUE,
    private_key: VALUE,
  },
  push_subscriptions: {
    id: VALUE,
    user_id: VALUE,
    session_id: VALUE,
    endpoint: VALUE,
    p256dh: VALUE,
    auth: VALUE,
    shows_text: VALUE,
    created_at: VALUE,
  },
  push_notices: {
    subscription_id: VALUE,
    topic: VALUE,
    version: VALUE,
  },
  notification_choices: {
    user_id: VALUE,
    mail_pace: VALUE,
    mail_shows_text: VALUE,
    mail_off: VALUE,
    push_off: VALUE,
    quiet_from: NULL,
    quiet_until: NULL,
    time_zone: VALUE,
    contact_from: VALUE,
    presence_for: VALUE,
    found_by: VALUE,
    shows_read_marks: VALUE,
    shows_typing: VALUE,
    version: VALUE,
  },
  muted_members: {
    user_id: VALUE,
    other_id: VALUE,
  },
  muted_projects: {
    user_id: VALUE,
    project_id: VALUE,
  },
  followed_skills: {
    user_id: VALUE,
    key: VALUE,
    skill: VALUE,
    after_project_id: VALUE,
  },
  skill_followers: {
    user_id: VALUE,
    told_at: NULL,
    told_project_id: VALUE,
  },
  unread_mails: {
    user_id: VALUE,
    mailed_at: NULL,
    told: VALUE,
    sending: NULL,
    sending_key: NULL,
  },
  uptime_minutes: {
    minute: VALUE,
  },
  servers: {
    id: VALUE,
    lease_until: VALUE,
  },
  devices: {
    id: VALUE,
    user_id: VALUE,
    server_id: NULL,
    lease_until: NULL,
    active: VALUE,
  },
  presence: {
    id: VALUE,
    last_active: NULL,
    is_online: VALUE,
  },
};

/** Views that only servers of an earlier version use, during a rolling restart. */
const olderNames = ['connections'];

it('describes the tables as the migrations make them', async () => {
  const { database, close } = await openTestDatabase();
  const { rows } = await sql<{ table: string; column: string; nullable: boolean; view: boolean }>`
    SELECT c.table_name AS "table", c.column_name AS "column", c.is_nullable = 'YES' AS nullable,
           t.table_type = 'VIEW' AS view
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.table_name NOT LIKE 'kysely_%' AND c.table_name <> ALL (${olderNames})`.execute(
    database.db,
  );
  await close();
  const described = Object.entries(tables).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, what]) => `${table}.${column} ${what}`),
  );
  // What a view's columns may hold is not in the catalogue.
  const views = new Map(rows.filter((row) => row.view).map((row) => [`${row.table}.${row.column}`, row]));
  const found = rows.map(({ table, column, nullable }) => {
    const name = `${table}.${column}`;
    const own = described.find((line) => line.startsWith(`${name} `));
    return views.has(name) && own ? own : `${name} ${nullable ? NULL : VALUE}`;
  });
  expect(found.toSorted()).toEqual(described.toSorted());
});

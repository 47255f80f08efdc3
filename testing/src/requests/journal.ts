import type { Db } from '@sangam/server/platform/db/database';
import type { EndReason, ProjectState } from '@sangam/shared/projects/lifecycle';
import type { InvitationStage } from '@sangam/shared/requests/invitation-transitions';
import type { RequestStage } from '@sangam/shared/requests/transitions';
import { sql } from 'kysely';
import { stageOfInterest } from './rows.js';

/** The fields that requests, interest and invitations share, before or after a transaction. */
interface AnswerableRow {
  id: number;
  answerFromMs: number | null;
  answerByMs: number | null;
  decidedAtMs: number | null;
  endedBy: EndReason | null;
  reminders: number;
}

export interface InterestRow extends AnswerableRow {
  requester: number;
  stage: RequestStage;
  askAgainAtMs: number | null;
}

/** A join request. */
export interface RequestRow extends InterestRow {
  place: number;
  offeredUntilMs: number | null;
  waitsUntilMs: number | null;
  isForWaitlist: boolean;
  /** Null for a request without a role. */
  role: number | null;
}

export interface InvitationRow extends AnswerableRow {
  creator: number;
  member: number;
  stage: InvitationStage;
  role: number | null;
  /** The request for the seat to which the invitation led. */
  request: number | null;
  /** Whether the sender has withdrawn the invitation after its end. */
  sentWithdrawn: boolean;
}

export interface ProjectRow {
  creator: number;
  seats: number;
  taken: number;
  state: ProjectState | 'deleted';
  confirmedAtMs: number;
  mayBeListed: boolean;
  answerDays: number;
  /** The deadline for the team to accept the project of a creator who has deleted their account. */
  seeksCreatorUntilMs: number | null;
}

export interface Changed<Row> {
  was: Row | null;
  is: Row | null;
}

/** The changes of one transaction to one project. Transactions are in the order in which they locked the project. */
export interface Transaction {
  project: number;
  row: Changed<ProjectRow> | null;
  requests: Map<number, Changed<RequestRow>>;
  interests: Map<number, Changed<InterestRow>>;
  invitations: Map<number, Changed<InvitationRow>>;
  joined: number[];
  left: number[];
  /** The seats of the project's roles, by id; none for a removed role. */
  roles: Map<number, Changed<{ seats: number }>>;
  /** The roles of the seats that members joined with. */
  joinedAs: Map<number, number | null>;
  /** Transfers of the project, by id. */
  transfers: Map<number, Changed<{ user: number }>>;
  /** New notifications: `user kind key`. Repeated ones don't count. */
  notified: string[];
  /** Notifications that the transaction marked as read or dropped: `user key`. */
  read: string[];
  dropped: string[];
  /** Requests that the transaction added to the answer record: `request answered`. */
  counted: string[];
  /** The members whose accounts were deleted at the time. */
  deletedIds: ReadonlySet<number>;
}

const TABLES = [
  'projects',
  'join_requests',
  'interests',
  'invitations',
  'project_members',
  'project_roles',
  'project_offers',
  'notifications',
  'request_answers',
] as const;
/** A row of one of the tables as JSON, with only the fields of its table. */
interface Json {
  id: number;
  project_id: number;
  request_id: number;
  user_id: number;
  requester_id: number;
  creator_id: number;
  member_id: number;
  delivered_at: string | null;
  status: string;
  line_place: number | null;
  offered_until: string | null;
  waits_until: string | null;
  answer_from: string | null;
  answer_by: string | null;
  ask_again_at: string | null;
  decided_at: string | null;
  ended_by: EndReason | null;
  reminders_sent: number;
  sent_withdrawn: boolean;
  for_waitlist: boolean;
  max_members: number;
  member_count: number;
  answer_days: number;
  state: ProjectRow['state'];
  confirmed_at: string;
  may_be_listed: boolean;
  seeks_creator_until: string | null;
  deleted_at: string | null;
  kind: string;
  actor_id: number | null;
  key: string;
  read_at: string | null;
  took_ms: number | null;
  role_id: number | null;
  seats: number;
  removed_at: string | null;
}

interface Entry extends Changed<Json> {
  tx: number;
  table: (typeof TABLES)[number] | 'users';
}

/**
 * Makes the database record every change to projects and requests in its transaction, by changing the schema. Returns a function that reads
 * the transactions so far.
 */
export async function startJournal(db: Db): Promise<() => Promise<Transaction[]>> {
  await sql`CREATE TABLE journal (n bigserial PRIMARY KEY, tx bigint NOT NULL, what text NOT NULL, was jsonb, "is" jsonb)`.execute(
    db,
  );
  await sql`CREATE FUNCTION write_journal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO journal (tx, what, was, "is") VALUES (txid_current(), TG_TABLE_NAME,
      CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END, CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END);
    RETURN NULL;
  END $$`.execute(db);
  for (const table of TABLES)
    await sql`CREATE TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(table)}
      FOR EACH ROW EXECUTE FUNCTION write_journal()`.execute(db);
  await sql`CREATE TRIGGER journal AFTER UPDATE ON users FOR EACH ROW
    WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION write_journal()`.execute(db);
  return async () => {
    const { rows } = await sql<Entry>`SELECT tx, what AS table, was, "is" FROM journal ORDER BY n`.execute(db);
    return transactionsOf(rows);
  };
}

function transactionsOf(rows: readonly Entry[]): Transaction[] {
  const byTx = new Map<number, Entry[]>();
  for (const entry of rows) byTx.set(entry.tx, [...(byTx.get(entry.tx) ?? []), entry]);
  let deletedIds: ReadonlySet<number> = new Set();
  return [...byTx.values()].flatMap((entries) => {
    deletedIds = deletedAfter(deletedIds, entries);
    return toTransaction(entries, deletedIds) ?? [];
  });
}

/** Returns the members whose accounts are deleted after a transaction. */
function deletedAfter(before: ReadonlySet<number>, entries: readonly Entry[]): ReadonlySet<number> {
  const changedUsers = entries.flatMap(({ table, is }) => (table === 'users' && is ? [is] : []));
  if (changedUsers.length === 0) return before;
  const after = new Set(before);
  for (const { id, deleted_at } of changedUsers)
    if (deleted_at === null) after.delete(id);
    else after.add(id);
  return after;
}

/** Returns the seats of the project's roles after a transaction. */
export function rolesAfter(before: ReadonlyMap<number, number>, { roles }: Transaction): Map<number, number> {
  const after = new Map(before);
  for (const [id, { is }] of roles)
    if (is === null) after.delete(id);
    else after.set(id, is.seats);
  return after;
}

const msOf = (value: string | null): number | null => (value === null ? null : Date.parse(value));

function stageOf({ status, line_place, offered_until }: Json): RequestStage {
  if (status !== 'pending') return status as RequestStage;
  if (line_place === null) return 'pending';
  return offered_until === null ? 'waitlisted' : 'offered';
}

const answerableRow = (row: Json): AnswerableRow => ({
  id: row.id,
  answerFromMs: msOf(row.answer_from),
  answerByMs: msOf(row.answer_by),
  decidedAtMs: msOf(row.decided_at),
  endedBy: row.ended_by,
  reminders: row.reminders_sent,
});

const toRequest = (row: Json | null): RequestRow | null =>
  row && {
    ...answerableRow(row),
    requester: row.requester_id,
    stage: stageOf(row),
    place: stageOf(row) === 'waitlisted' ? (row.line_place ?? 0) : 0,
    offeredUntilMs: msOf(row.offered_until),
    waitsUntilMs: stageOf(row) === 'waitlisted' ? msOf(row.waits_until) : null,
    askAgainAtMs: msOf(row.ask_again_at),
    isForWaitlist: row.for_waitlist,
    role: row.role_id,
  };

const toInterest = (row: Json | null): InterestRow | null =>
  row && {
    ...answerableRow(row),
    requester: row.requester_id,
    stage: stageOfInterest(row as never),
    askAgainAtMs: msOf(row.ask_again_at),
  };

const toInvitation = (row: Json | null): InvitationRow | null =>
  row && {
    ...answerableRow(row),
    creator: row.creator_id,
    member: row.member_id,
    stage: row.status === 'pending' && row.delivered_at === null ? 'queued' : (row.status as InvitationStage),
    role: row.role_id,
    request: row.request_id,
    sentWithdrawn: row.sent_withdrawn,
  };

const toProject = (row: Json | null): ProjectRow | null =>
  row && {
    creator: row.creator_id,
    seats: row.max_members,
    taken: row.member_count,
    state: row.state,
    confirmedAtMs: Date.parse(row.confirmed_at),
    mayBeListed: row.may_be_listed,
    answerDays: row.answer_days,
    seeksCreatorUntilMs: msOf(row.seeks_creator_until),
  };

/** Returns the row before and after the transaction, however often it was written in between. */
const merged = <Row>(before: Changed<Row> | null | undefined, was: Row | null, is: Row | null): Changed<Row> => ({
  was: before ? before.was : was,
  is,
});

/** Returns null for transactions without a project, such as a message. */
function toTransaction(entries: readonly Entry[], deletedIds: ReadonlySet<number>): Transaction | null {
  // Sweeps delete old notifications.
  if (entries.every(({ table, is }) => table === 'notifications' && is === null)) return null;
  const of = ({ table, was, is }: Entry) => (table === 'projects' ? (is ?? was)?.id : (is ?? was)?.project_id) ?? null;
  const project = entries.map(of).find((id) => id !== null);
  if (project === undefined || project === null) return null;
  const found: Transaction = {
    project,
    row: null,
    requests: new Map(),
    interests: new Map(),
    invitations: new Map(),
    joined: [],
    left: [],
    transfers: new Map(),
    roles: new Map(),
    joinedAs: new Map(),
    notified: [],
    read: [],
    dropped: [],
    counted: [],
    deletedIds,
  };
  for (const { table, was, is } of entries) {
    const row = is ?? was;
    if (row && table !== 'users') adds[table](found, { row, was, is });
  }
  return found;
}

/** Adds a changed row to its transaction; `row` is the row after the change, or before its deletion. */
type Add = (found: Transaction, changed: Changed<Json> & { row: Json }) => void;

const into =
  <Row>(rowsOf: (found: Transaction) => Map<number, Changed<Row>>, to: (json: Json | null) => Row | null): Add =>
  (found, { row: { id }, was, is }) => {
    const rows = rowsOf(found);
    rows.set(id, merged(rows.get(id), to(was), to(is)));
  };

const adds: Record<(typeof TABLES)[number], Add> = {
  projects(found, { was, is }) {
    found.row = merged(found.row, toProject(was), toProject(is));
  },
  join_requests: into(({ requests }) => requests, toRequest),
  interests: into(({ interests }) => interests, toInterest),
  invitations: into(({ invitations }) => invitations, toInvitation),
  project_members(found, { row: { user_id }, is }) {
    (is === null ? found.left : found.joined).push(user_id);
    if (is !== null) found.joinedAs.set(user_id, is.role_id);
  },
  project_roles: into(
    ({ roles }) => roles,
    (json) => (json === null || json.removed_at !== null ? null : { seats: json.seats }),
  ),
  project_offers: into(
    ({ transfers }) => transfers,
    (json) => json && { user: json.user_id },
  ),
  request_answers(found, { row: { request_id, took_ms } }) {
    found.counted.push(`${request_id} ${took_ms === null ? 'unanswered' : 'answered'}`);
  },
  notifications(found, { row: { user_id, key }, was, is }) {
    if (is === null) throw new Error('a notification was deleted');
    // A dropped notification has no kind.
    if (is.kind === '') found.dropped.push(`${user_id} ${key}`);
    else if (was?.kind !== is.kind || was.actor_id !== is.actor_id) found.notified.push(`${user_id} ${is.kind} ${key}`);
    else if (was.read_at === null && is.read_at !== null) found.read.push(`${user_id} ${key}`);
  },
};

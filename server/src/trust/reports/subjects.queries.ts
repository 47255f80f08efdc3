import type { ReportKind } from '@sangam/shared/core/reports';
import type { MemberText } from '@sangam/shared/people/users';
import type { ProjectText } from '@sangam/shared/projects/projects';
import type { Evidence } from '@sangam/shared/trust/evidence';
import { trustLimits, trustServerLimits } from '@sangam/shared/trust/limits';
import { type Selectable, sql } from 'kysely';
import { keepForReport } from '../../chat/chat.js';
import { keepForReport as keepPictures } from '../../people/people.js';
import type { Trx } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import { findLastReplaced, listNotes, listReplaced } from './kept-texts.queries.js';
import { listLastSeqs, listLeftMembers } from './left-team.queries.js';
import { readMessages, toEvidence } from './messages.queries.js';

/** The subject of a report, as it is stored now. */
export interface Subject {
  kind: ReportKind;
  subject_id: number;
  /** The reported member. */
  member_id: number;
  /** The conversation of reported messages; otherwise null. */
  conversation_id: number | null;
  evidence: Evidence;
}

/** The times of a report. */
export interface ReportTimes {
  /** The end of the time for which reported files and pictures are kept. */
  keptUntil: Date;
  /** Former members who left after this time may report. */
  leftAfter: Date;
  /** Texts and pictures replaced after this time are in the report. */
  replacedAfter: Date;
}

/** A conversation, by its id or by its other member. */
interface ConversationRef {
  id: number | undefined;
  conversation_id: number | undefined;
}

/**
 * Returns the conversation in which a member may report messages, and the last number that they could read if they have left it. A former
 * member may report for some time: otherwise a creator could harass members and then remove them.
 */
async function findConversation(trx: Trx, userId: number, { id, conversation_id }: ConversationRef, leftAfter: Date) {
  const isNamed =
    conversation_id === undefined
      ? sql`m.other_id = ${id ?? 0}`
      : // A direct conversation without a message may exist only because of a block.
        sql`m.conversation_id = ${conversation_id}
          AND (m.other_id IS NULL OR EXISTS (SELECT FROM conversations WHERE id = m.conversation_id AND last_seq > 0))`;
  const { rows } = await sql<{ conversation_id: number; left_seq: number | null; team: Evidence['team'] | null }>`
    SELECT m.conversation_id, m.left_seq, (
      SELECT jsonb_build_object('id', p.id, 'title', p.title) FROM conversations c JOIN projects p ON p.id = c.project_id
      WHERE c.id = m.conversation_id) AS team
    FROM memberships m
    WHERE m.user_id = ${userId} AND ${isNamed} AND (m.left_seq IS NULL OR m.left_at > ${leftAfter})`.execute(trx);
  return rows[0];
}

/**
 * Returns the chosen messages of a conversation with their neighbours; undefined unless all exist and the member could read them. The first
 * is the subject. `isOwn`: one of them is the reporter's own. Their files are kept until `keptUntil`.
 */
export async function findMessages(
  trx: Trx,
  userId: number,
  { seqs, ...conversationRef }: ConversationRef & { seqs: readonly [number, ...number[]] },
  { keptUntil, leftAfter }: ReportTimes,
): Promise<(Subject & { isOwn: boolean }) | undefined> {
  const conversation = await findConversation(trx, userId, conversationRef, leftAfter);
  if (!conversation) return undefined;
  const neighbours = trustServerLimits.reportedNeighbours;
  const nearbySeqs = new Set(
    seqs.flatMap((seq) => Array.from({ length: 2 * neighbours + 1 }, (_, n) => seq - neighbours + n)),
  );
  const readable = [...nearbySeqs].filter((seq) => seq <= (conversation.left_seq ?? seq));
  const nearbyMessages = await readMessages(trx, conversation.conversation_id, readable);
  const chosen = seqs.flatMap((seq) => nearbyMessages.find((message) => message.seq === seq) ?? []);
  const [first] = chosen;
  if (!first || chosen.length < seqs.length) return undefined;
  const messages = nearbyMessages.map(toEvidence);
  const files = messages.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id));
  if (files.length > 0) await keepForReport(trx, files, keptUntil);
  return {
    kind: 'message',
    subject_id: first.id,
    member_id: first.sender.id,
    conversation_id: conversation.conversation_id,
    evidence: { messages, seq: first.seq, seqs: [...seqs], ...(conversation.team && { team: conversation.team }) },
    isOwn: chosen.some(({ sender }) => sender.id === userId),
  };
}

/**
 * Returns the last messages by a member of a team that the reporter has left, as far as the reporter could read them, and the member's
 * notes; without a message, the member. Undefined for other members, and for everybody but a former participant.
 */
export async function findLastMessages(
  trx: Trx,
  userId: number,
  { conversation_id, member_id }: { conversation_id: number; member_id: number },
  times: ReportTimes,
): Promise<Subject | undefined> {
  const members = await listLeftMembers(trx, userId, conversation_id, times.leftAfter);
  const member = members.find(({ id }) => id === member_id);
  if (!member) return undefined;
  const [last, ...earlierSeqs] = await listLastSeqs(trx, conversation_id, member, trustLimits.reportedMessagesMax);
  if (last === undefined) return findMember(trx, userId, member_id, times);
  const found = await findMessages(
    trx,
    userId,
    { id: undefined, conversation_id, seqs: [last, ...earlierSeqs] },
    times,
  );
  const notes = await listNotes(trx, { authorId: member_id, readerId: userId });
  return found && { ...found, evidence: { ...found.evidence, ...(notes.length > 0 && { notes }) } };
}

/**
 * Returns a member's public profile, with the page's texts and pictures since `replacedAfter`, and the member's texts to the reporter
 * besides messages. Suspended and deleted members can be reported too, or else the answer would tell them apart from those who block the
 * reporter. The pictures are kept until `keptUntil`.
 */
export async function findMember(
  trx: Trx,
  userId: number,
  id: number,
  times: ReportTimes,
): Promise<Subject | undefined> {
  const member: Pick<Selectable<Tables['users']>, MemberText> | undefined = await trx
    .selectFrom('users')
    .select(['name', 'college', 'skills', 'github_link', 'headline', 'about', 'looks_for', 'takes_roles', 'links'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!member) return undefined;
  const { name, college, skills, github_link, ...parts } = member;
  const pictures = await keepPictures(trx, id, { until: times.keptUntil, shownSince: times.replacedAfter });
  const earlier = await listReplaced(trx, { member: id }, times.replacedAfter);
  const notes = await listNotes(trx, { authorId: id, readerId: userId });
  const page = {
    ...filled(parts),
    ...(pictures.length > 0 && { pictures }),
    ...(earlier.length > 0 && { earlier }),
  };
  return {
    kind: 'member',
    subject_id: id,
    member_id: id,
    conversation_id: null,
    evidence: { member: { name, college, skills, github_link, ...page }, ...(notes.length > 0 && { notes }) },
  };
}

/** A project's texts and the other facts that a report needs. */
type ProjectTexts = Pick<Selectable<Tables['projects']>, Exclude<ProjectText, 'roles'> | 'creator_id' | 'state'> & {
  roles: string[];
};

/** The texts that are not empty. */
const filled = <T extends Record<string, string | string[] | null>>(texts: T) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.length)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/**
 * Returns a project that the member may see, or that was deleted after `replacedAfter`, with its texts since then. Undefined for any other.
 */
export async function findProject(
  trx: Trx,
  userId: number,
  id: number,
  { replacedAfter }: ReportTimes,
): Promise<Subject | undefined> {
  const project: ProjectTexts | undefined = await trx
    .selectFrom('projects as p')
    .select(['p.creator_id', 'p.title', 'p.description', 'p.state', 'p.timeline', 'p.required_skills', 'p.questions'])
    .select(
      sql<string[]>`array(
        SELECT role_text(o.name, o.skills)
        FROM project_roles o WHERE o.project_id = p.id AND o.removed_at IS NULL ORDER BY o.place)`.as('roles'),
    )
    .where('p.id', '=', id)
    .where((eb) =>
      eb.or([
        eb('p.hidden_at', 'is', null),
        eb.exists(
          eb
            .selectFrom('project_members as m')
            .select('m.user_id')
            .whereRef('m.project_id', '=', 'p.id')
            .where('m.user_id', '=', userId),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!project) return undefined;
  const { creator_id, state, title, description, required_skills: skills, ...parts } = project;
  // A deletion replaces the other texts.
  const last = state === 'deleted' ? await findLastReplaced(trx, id, replacedAfter) : { id: null, words: {} };
  if (!last) return undefined;
  const texts = { title, description, ...filled({ ...parts, skills }), ...last.words };
  const earlier = await listReplaced(trx, { project: id }, replacedAfter, last.id);
  const evidence = { project: { ...texts, ...(earlier.length > 0 && { earlier }) } };
  return { kind: 'project', subject_id: id, member_id: creator_id, conversation_id: null, evidence };
}

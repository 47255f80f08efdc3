import type { ReportKind } from '@sangam/shared/core/reports';
import { trustServerLimits } from '@sangam/shared/trust/limits';
import type { Evidence, ReportBody } from '@sangam/shared/trust/moderation';
import { sql } from 'kysely';
import { keepForReport } from '../../chat/chat.js';
import type { Trx } from '../../platform/db/database.js';

/** The subject of a report, as it is stored now. */
export interface Subject {
  kind: ReportKind;
  subject_id: number;
  /** The reported member. */
  member_id: number;
  evidence: Evidence;
}

/** Returns a message of a conversation with its neighbours, or undefined. Their files are kept until `keptUntil`. */
export async function findMessage(
  trx: Trx,
  userId: number,
  { id: otherId, seq = 0 }: { id: number; seq: number | undefined },
  keptUntil: Date,
): Promise<Subject | undefined> {
  const around = trustServerLimits.reportedNeighbours;
  const rows = await trx
    .selectFrom('memberships as mine')
    .innerJoin('messages as m', 'm.conversation_id', 'mine.conversation_id')
    .innerJoin('users as u', 'u.id', 'm.sender_id')
    .select(['m.id', 'm.seq', 'm.sender_id', 'u.name', 'm.content', 'm.created_at', 'm.deleted_at', 'm.change'])
    .select(['m.conversation_id', 'm.attachments'])
    .where('mine.user_id', '=', userId)
    .where('mine.other_id', '=', otherId)
    .where('m.seq', '>=', seq - around)
    .where('m.seq', '<=', seq + around)
    .orderBy('m.seq')
    .execute();
  const found = rows.find((row) => row.seq === seq);
  if (!found) return undefined;
  const changed = rows.filter(({ change }) => change !== null);
  const replaced = changed.length === 0 ? [] : await findReplaced(trx, changed);
  const messages = rows.map(({ seq, sender_id, name, content, created_at, deleted_at, attachments }) => {
    const before = replaced.filter((wording) => wording.seq === seq);
    const named = attachments ?? before.at(-1)?.attachments;
    return {
      ...{ seq, created_at: created_at.toISOString(), sender: { id: sender_id, name } },
      ...textsOf(
        { content, deleted_at },
        before.map((wording) => wording.content),
      ),
      ...(named && { attachments: named }),
    };
  });
  const files = messages.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id));
  if (files.length > 0) await keepForReport(trx, files, keptUntil);
  return { kind: 'message', subject_id: found.id, member_id: found.sender_id, evidence: { messages, seq } };
}

/** Returns the stored earlier versions of these messages of one conversation, oldest first. */
const findReplaced = (trx: Trx, messages: readonly { conversation_id: number; seq: number }[]) =>
  trx
    .selectFrom('message_wordings')
    .select(['seq', 'content', 'attachments'])
    .where('conversation_id', '=', messages[0]?.conversation_id ?? 0)
    .where(
      'seq',
      'in',
      messages.map(({ seq }) => seq),
    )
    .orderBy('id')
    .execute();

/** The current text of a message, or the last before it was deleted, with the earlier ones. */
function textsOf({ content, deleted_at }: { content: string; deleted_at: Date | null }, replaced: readonly string[]) {
  const said = deleted_at === null ? [...replaced, content] : replaced;
  const earlier = said.slice(0, -1);
  return {
    content: said.at(-1) ?? content,
    ...(earlier.length > 0 && { earlier }),
    ...(deleted_at && { deleted_at: deleted_at.toISOString() }),
  };
}

/** Returns the public profile of a member; undefined if they are suspended or deleted. */
export async function findMember(trx: Trx, id: number): Promise<Subject | undefined> {
  const member = await trx
    .selectFrom('users')
    .select(['name', 'college', 'skills', 'github_link'])
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return member && { kind: 'member', subject_id: id, member_id: id, evidence: { member } };
}

/** Returns a project that the member may see, or undefined. */
export async function findProject(trx: Trx, userId: number, id: number): Promise<Subject | undefined> {
  const project = await trx
    .selectFrom('projects as p')
    .select(['p.creator_id', 'p.title', 'p.description'])
    .where('p.id', '=', id)
    .where('p.state', '<>', 'deleted')
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
  const { creator_id, ...evidence } = project;
  return { kind: 'project', subject_id: id, member_id: creator_id, evidence: { project: evidence } };
}

/** Stores a report; returns the open one if this member has already reported the same. */
export async function putReport(
  trx: Trx,
  { kind, subject_id, member_id, evidence }: Subject,
  report: { reporter_id: number; reason: ReportBody['reason']; words: string; created_at: Date },
): Promise<{ id: number; created_at: Date }> {
  const row = { ...report, kind, subject_id, member_id, evidence: JSON.stringify(evidence) };
  return trx
    .insertInto('reports')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_id', 'reporter_id'])
        .where('decided_at', 'is', null)
        // Changes nothing, but makes RETURNING answer the existing row.
        .doUpdateSet({ reason: sql`reports.reason` }),
    )
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
}

import type { PageReader } from '@sangam/shared/app/page-readers';
import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import { isListed } from './listed.queries.js';
import { areBlocked, areTeamMates, hasOpenedTo, haveTalked, id, isGone, type Member } from './queries.js';

/** How a reader sees a member's page. */
export type PageView = 'own' | PageReader;

type Condition = ReturnType<typeof sql<SqlBool>>;

/** The facts that decide whether a reader has a member's page, and how much of it. */
interface PageFacts {
  isOwn: Condition;
  isOutOfReach: Condition;
  areTeamMates: Condition;
  /** They have talked, or the member has opened up to the reader. The reader’s own requests open nothing. */
  areAcquainted: Condition;
  /** Strangers have the page too. */
  isPublic: Condition;
}

const [yes, no] = [sql<SqlBool>`true`, sql<SqlBool>`false`];

/** The only definition of the readers of a page: null for those to whom it does not exist. */
const viewBy = (facts: PageFacts) => sql<PageView | null>`CASE
  WHEN ${facts.isOwn} THEN 'own'
  WHEN ${facts.isOutOfReach} THEN NULL
  WHEN ${facts.areTeamMates} THEN 'team'
  WHEN ${facts.areAcquainted} THEN 'member'
  WHEN ${facts.isPublic} THEN 'stranger' END`;

/** Whether the member's name is on a project that everybody sees. */
const isCreator = (member: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM projects run WHERE run.creator_id = ${member} AND run.state <> 'deleted' AND run.hidden_at IS NULL)`;

/** A scalar subquery: for EXISTS the planner may read all members once. A member who doesn't exist is out of reach. */
const isMissing = (member: Member) =>
  sql<SqlBool>`coalesce((SELECT ${isGone('missing')} FROM users missing WHERE missing.id = ${member}), true)`;

/** Whether the member has written to the reader, in a message request for example. */
const hasWrittenTo = (member: Member, reader: Member) => sql<SqlBool>`coalesce((
  SELECT said.sent[CASE WHEN said.low_id = ${member} THEN 1 ELSE 2 END] > 0 FROM conversations said
  WHERE said.low_id = least(${member}, ${reader}) AND said.high_id = greatest(${member}, ${reader})), false)`;

const isPublic = (member: Member) => sql<SqlBool>`(${isListed(member)} OR ${isCreator(member)})`;

/** How the reader sees the member's page; null if it does not exist for them. */
export const pageView = (reader: Member, member: Member) =>
  viewBy({
    isOwn: sql<SqlBool>`(${reader} = ${member} AND NOT ${isMissing(member)})`,
    isOutOfReach: sql<SqlBool>`(${isMissing(member)} OR ${areBlocked(reader, member)})`,
    areTeamMates: areTeamMates(reader, member),
    areAcquainted: sql<SqlBool>`(${haveTalked(reader, member)} OR ${hasWrittenTo(member, reader)} OR ${hasOpenedTo(member, reader)})`,
    isPublic: isPublic(member),
  });

/** The same for a reader of this kind who is nobody in particular. */
export const pageViewAs = (reader: PageReader, member: Member) =>
  viewBy({
    isOwn: no,
    isOutOfReach: isMissing(member),
    areTeamMates: reader === 'team' ? yes : no,
    areAcquainted: reader === 'member' ? yes : no,
    isPublic: isPublic(member),
  });

/** Whether the member has a page for the reader, who is somebody else. */
export const hasPageFor = (reader: Member, member: Member) => sql<SqlBool>`(${pageView(reader, member)}) IS NOT NULL`;

/** The same, read now. */
export async function findPageFor(trx: Trx, readerId: number, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT ${hasPageFor(id(readerId), id(memberId))} AS is`.execute(trx);
  return rows[0]?.is === true;
}

/** Whether a visitor reads the member's name: that of a creator. */
export const isNamedToVisitors = (member: Member) => sql<SqlBool>`(NOT ${isMissing(member)} AND ${isCreator(member)})`;

import type { PageReader } from '@sangam/shared/app/page-readers';
import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import { isListed } from './listed.queries.js';
import {
  areBlocked,
  areTeammates,
  asMember,
  hasOpenedByAct,
  haveTalked,
  isAmongBlocked,
  isAmongTeammates,
  isGone,
  type Member,
} from './queries.js';

/** How a reader sees a member's page. */
export type PageView = 'own' | PageReader;

type Condition = ReturnType<typeof sql<SqlBool>>;

/** The facts that decide whether a reader has a member's page, and how much of it. */
interface PageFacts {
  isOwn: Condition;
  isMissing: Condition;
  isBlocked: Condition;
  areTeammates: Condition;
  haveTalked: Condition;
  /** The member has written to the reader, for example in a message request. */
  hasWritten: Condition;
  /** The member has opened up to the reader (`hasOpenedTo`). The reader’s own requests don't count. */
  hasOpened: Condition;
  /** Pages of listed members and of creators are also for strangers. */
  isListed: Condition;
  isCreator: Condition;
}

const [yes, no] = [sql<SqlBool>`true`, sql<SqlBool>`false`];

/**
 * The only definition of who may read a page: null if it does not exist for the reader. All facts are read before the decision, so that a
 * page that does not exist takes as long whatever the reason.
 */
const viewBy = (facts: PageFacts) => sql<PageView | null>`(SELECT CASE
  WHEN facts.is_own AND NOT facts.is_missing THEN 'own'
  WHEN facts.is_missing OR facts.is_blocked THEN NULL
  WHEN facts.are_teammates THEN 'team'
  WHEN facts.have_talked OR facts.has_written OR facts.has_opened THEN 'member'
  WHEN facts.is_listed OR facts.is_creator THEN 'stranger' END
  FROM (SELECT ${facts.isOwn} AS is_own, ${facts.isMissing} AS is_missing, ${facts.isBlocked} AS is_blocked,
    ${facts.areTeammates} AS are_teammates, ${facts.haveTalked} AS have_talked, ${facts.hasWritten} AS has_written,
    ${facts.hasOpened} AS has_opened, ${facts.isListed} AS is_listed, ${facts.isCreator} AS is_creator OFFSET 0) AS facts)`;

/** Whether the member's name is on a project that everybody sees. */
const isCreator = (member: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM projects run WHERE run.creator_id = ${member} AND run.state <> 'deleted' AND run.hidden_at IS NULL)`;

/** A scalar subquery: for EXISTS the planner may read all members once. Also true for a member who doesn't exist. */
const isMissing = (member: Member) =>
  sql<SqlBool>`coalesce((SELECT ${isGone('missing')} FROM users missing WHERE missing.id = ${member}), true)`;

/** Whether the member has written to the reader, for example in a message request. */
const hasWrittenTo = (member: Member, reader: Member) => sql<SqlBool>`coalesce((
  SELECT said.sent[CASE WHEN said.low_id = ${member} THEN 1 ELSE 2 END] > 0 FROM conversations said
  WHERE said.low_id = least(${member}, ${reader}) AND said.high_id = greatest(${member}, ${reader})), false)`;

const viewOf = (reader: Member, member: Member, at: Date, ties: Pick<PageFacts, 'isBlocked' | 'areTeammates'>) =>
  viewBy({
    isOwn: sql<SqlBool>`${reader} = ${member}`,
    isMissing: isMissing(member),
    ...ties,
    haveTalked: haveTalked(reader, member),
    hasWritten: hasWrittenTo(member, reader),
    hasOpened: hasOpenedByAct(member, reader, at),
    isListed: isListed(member),
    isCreator: isCreator(member),
  });

/** How the reader sees the member's page; null if it does not exist for them. The reader's teammates and blocks are read once for all members. */
export const pageView = (readerId: number, member: Member, at: Date) => {
  const reader = asMember(readerId);
  return viewOf(reader, member, at, {
    isBlocked: isAmongBlocked(reader, member),
    areTeammates: isAmongTeammates(reader, member),
  });
};

/** The same for each of several readers of a statement. Teams are compared by the seats of the reader. */
const pageViewOfEach = (reader: Member, member: Member, at: Date) =>
  viewOf(reader, member, at, { isBlocked: areBlocked(reader, member), areTeammates: areTeammates(member, reader) });

/** Like `pageView`, for a typical reader of this kind. */
export const pageViewAs = (reader: PageReader, member: Member) =>
  viewBy({
    isOwn: no,
    isMissing: isMissing(member),
    isBlocked: no,
    areTeammates: reader === 'team' ? yes : no,
    haveTalked: reader === 'member' ? yes : no,
    hasWritten: no,
    hasOpened: no,
    isListed: isListed(member),
    isCreator: isCreator(member),
  });

/** Whether the member has a page for the reader, who is another member. */
export const hasPageFor = (readerId: number, member: Member, at: Date) =>
  sql<SqlBool>`(${pageView(readerId, member, at)}) IS NOT NULL`;

/** The same for each of several readers. */
export const hasPageForEach = (reader: Member, member: Member, at: Date) =>
  sql<SqlBool>`(${pageViewOfEach(reader, member, at)}) IS NOT NULL`;

/** The same, read now. */
export async function findPageFor(trx: Trx, readerId: number, memberId: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean;
  }>`SELECT ${hasPageFor(readerId, asMember(memberId), at)} AS is`.execute(trx);
  return rows[0]?.is === true;
}

/** Whether visitors see the member's name, as they do of a creator. Both facts are read, as for a page. */
export const isNamedToVisitors = (member: Member) => sql<SqlBool>`(SELECT facts.is_creator AND NOT facts.is_missing
  FROM (SELECT ${isCreator(member)} AS is_creator, ${isMissing(member)} AS is_missing OFFSET 0) AS facts)`;

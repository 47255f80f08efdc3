import type { EndReason } from '@sangam/shared/projects/lifecycle';
import { askAgainFrom } from '@sangam/shared/requests/ask-again';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { isGone, shownEmail, shownEmailTo } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { isOnPage, type Page, type PageRange, readPage } from '../../platform/db/page.js';
import type { Tables } from '../../platform/db/tables.js';
import { isOpen } from '../../platform/records/open-requests.queries.js';
import { titleFor } from '../../platform/records/project-title.queries.js';
import {
  type Deadline,
  isSelected,
  pending,
  pendingCreator,
  type Reading,
  type RequestSelection,
  showsApplicant,
} from '../kinds/queries.js';
import type { InterestRow, MyInterestRow } from './present.js';

/** A literal, not a parameter: PostgreSQL uses the partial indexes only for literals. */
const denied = sql.lit('denied' as const);

const creator = sql.ref<number>('p.creator_id');
const applicant = sql.ref<number>('i.requester_id');
const address = sql.ref<string>('u.email');

/** Interests, with the project's title as one member reads it. */
const titled = (db: Db | Trx, readerId: number | Expression<number>) =>
  db
    .selectFrom('interests as i')
    .innerJoin('projects as p', 'p.id', 'i.project_id')
    .select([
      'i.id',
      'i.project_id',
      titleFor(readerId).as('project_title'),
      'i.status',
      'i.ended_by',
      'i.answer_by',
      'i.created_at',
      'p.creator_id',
      'i.ask_again_at',
    ])
    .select(pendingCreator('i', creator).as('creator_name'));

/** The same with their applicants, for the applicant unless another reader is named. */
const interests = (db: Db | Trx, reading: Reading | null = null, email = shownEmail(creator, applicant, address)) =>
  titled(db, reading?.readerId ?? applicant)
    .innerJoin('users as u', 'u.id', 'i.requester_id')
    .select(['i.requester_id', 'u.name as requester_name', 'u.college as requester_college'])
    .select(sql<boolean>`${isGone('u')}`.as('requester_gone'))
    .select(email.as('requester_email'))
    .select(['u.skills as requester_skills', 'u.github_link as requester_github'])
    .select(showsApplicant('i', reading).as('shows_profile'));

/** Interests in a creator's projects, as the creator reads them. */
const incomingTo = (db: Db | Trx, reading: Reading) =>
  interests(db, reading, shownEmailTo(reading.readerId, applicant, address));

/** Every interest in a project, as its creator reads it, newest first. */
export const listInterests = (
  db: Db | Trx,
  { projectId, creatorId, limit, at }: { projectId: number; creatorId: number; limit: number; at: Date },
): Promise<InterestRow[]> =>
  incomingTo(db, { readerId: creatorId, at })
    .where('i.project_id', '=', projectId)
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();

type Counter = SelectQueryBuilder<Tables, 'interests', { count: number }>;

const counter = (db: Db): Counter => db.selectFrom('interests').select((eb) => eb.fn.countAll<number>().as('count'));

const page = (query: ReturnType<typeof interests>, counted: Counter, range: PageRange): Promise<Page<InterestRow>> =>
  readPage(query, counted, { range, id: 'i.id' });

/** Pending interests in a creator's projects, or in one of them, newest first. */
export const listIncoming = (
  db: Db,
  creatorId: number,
  { projectId, at }: { projectId: number | undefined; at: Date },
  range: PageRange,
): Promise<Page<InterestRow>> => {
  const ownProjects = db.selectFrom('projects').select('projects.id').where('projects.creator_id', '=', creatorId);
  const awaited = counter(db)
    .where('project_id', 'in', ownProjects)
    .where(isOpen('interests', at))
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? 0));
  return page(incomingTo(db, { readerId: creatorId, at }).where(isOnPage('i.id', awaited, range)), awaited, range);
};

/** A member's own interests, newest first. Without the applicant's fields: finding out what the creator may see of them is expensive. */
export const listMine = (db: Db, requesterId: number, range: PageRange): Promise<Page<MyInterestRow>> => {
  const own = counter(db).where('requester_id', '=', requesterId);
  return readPage(titled(db, requesterId).where(isOnPage('i.id', own, range)), own, { range, id: 'i.id' });
};

/** Interest of either of two members in the other's projects, as the first reads it, in every state, newest first. */
export const listBetween = (
  db: Db,
  members: readonly [number, number],
  { limit, at }: { limit: number; at: Date },
): Promise<InterestRow[]> =>
  interests(db, { readerId: members[0], at })
    .where('i.requester_id', 'in', members)
    .where('p.creator_id', 'in', members)
    .whereRef('i.requester_id', '<>', 'p.creator_id')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();

/** An interest, as one of its two sides reads it. */
export const findInterestFor = (db: Db, id: number, reading: Reading): Promise<InterestRow | undefined> =>
  interests(db, reading).where('i.id', '=', id).executeTakeFirst();

export const findInterest = (trx: Trx, id: number): Promise<InterestRow> =>
  interests(trx).where('i.id', '=', id).executeTakeFirstOrThrow();

/** The member's latest interest in a project. */
export const findRequestStatus = (db: Db | Trx, projectId: number, requesterId: number) =>
  db
    .selectFrom('interests')
    .select(['id', 'status', 'created_at', 'ended_by', 'answer_by', 'ask_again_at'])
    .where('requester_id', '=', requesterId)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The pending interest in a locked project, or only one member's. */
export const listPending = (trx: Trx, projectId: number, requesterId?: number): Promise<InterestRow[]> =>
  interests(trx)
    .where('i.project_id', '=', projectId)
    .where('i.status', '=', pending)
    .$if(requesterId !== undefined, (query) => query.where('i.requester_id', '=', requesterId ?? 0))
    .orderBy('i.id')
    .execute();

/** Returns the new interest's id; null while an earlier one is pending or approved. */
export const insertInterest = async (
  trx: Trx,
  interest: { project_id: number; requester_id: number } & Deadline,
): Promise<number | null> => {
  const row = await trx
    .insertInto('interests')
    .values({ ...interest, decided_at: null })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'requester_id']).where('status', '<>', denied).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Decides an interest; false if it is not pending. */
export const decideInterest = async (
  trx: Trx,
  id: number,
  status: 'approved' | 'denied',
  at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('interests')
    .set({ status, decided_at: at, ask_again_at: status === 'denied' ? askAgainFrom(at) : null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Denies all pending interest in a project, those whose deadline has passed, or one, for a reason other than an answer. */
export const denyPending = async (
  trx: Trx,
  projectId: number,
  { endedBy, at, which: selection }: { endedBy: EndReason; at: Date; which: RequestSelection },
): Promise<InterestRow[]> => {
  const ended = await trx
    .updateTable('interests')
    .set({ status: 'denied', decided_at: at, ended_by: endedBy })
    .where('project_id', '=', projectId)
    .where('status', '=', pending)
    .where(isSelected(selection, at))
    .returning('id')
    .execute();
  const ids = ended.map(({ id }) => id);
  return ids.length === 0 ? [] : interests(trx).where('i.id', 'in', ids).orderBy('i.id').execute();
};

import { type SqlBool, sql } from 'kysely';
import { isGone } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Page, type PageRange, readPage } from '../../platform/db/page.js';

export interface TransferRow {
  id: number;
  project_id: number;
  project_title: string;
  creator_id: number;
  creator_name: string;
  user_id: number;
  user_name: string;
  created_at: Date;
  /** The deadline of a project that its creator has left; null for a transfer that the creator offered. */
  answer_by: Date | null;
}

const transfers = (db: Db | Trx) =>
  db
    .selectFrom('project_offers as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .innerJoin('users as c', 'c.id', 'p.creator_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select([
      'o.id',
      'o.project_id',
      'p.title as project_title',
      'p.creator_id',
      'c.name as creator_name',
      'o.user_id',
      'u.name as user_name',
      'o.created_at',
      'p.seeks_creator_until as answer_by',
    ]);

/** Whether the transfers of project `p` may be accepted at this time. */
const isRunning = (at: Date) => sql<SqlBool>`coalesce(p.seeks_creator_until > ${at}, true)`;

/** Returns the project's pending transfer; any one of them if its creator has left. */
export const findTransfer = (db: Db | Trx, projectId: number): Promise<TransferRow | undefined> =>
  transfers(db).where('o.project_id', '=', projectId).limit(1).executeTakeFirst();

/** The project's pending transfer to a member. */
export const findTransferTo = (db: Db | Trx, projectId: number, userId: number): Promise<TransferRow | undefined> =>
  transfers(db).where('o.project_id', '=', projectId).where('o.user_id', '=', userId).executeTakeFirst();

/** The project's pending transfer that a member has offered or may accept at this time. */
export const findTransferOf = (
  db: Db | Trx,
  { projectId, userId, at }: { projectId: number; userId: number; at: Date },
): Promise<TransferRow | undefined> =>
  transfers(db)
    .where('o.project_id', '=', projectId)
    .where(isRunning(at))
    .where((where) => where.or([where('o.user_id', '=', userId), where('p.creator_id', '=', userId)]))
    .limit(1)
    .executeTakeFirst();

/** Returns all pending transfers of a locked project. There are several only if its creator has left. */
export const listTransfersFor = (trx: Trx, projectId: number): Promise<TransferRow[]> =>
  transfers(trx).where('o.project_id', '=', projectId).orderBy('o.id').execute();

/** The creator whose account is deleted and whose project is offered to its team; null for any other project. */
export const findSeekingCreator = async (trx: Trx, projectId: number): Promise<number | null> => {
  const found = trx.selectFrom('projects').select('creator_id').where('id', '=', projectId);
  return (await found.where('seeks_creator_until', 'is not', null).executeTakeFirst())?.creator_id ?? null;
};

/** The members who may take a locked project over from its creator, by when they joined. */
export const listSuccessors = async (trx: Trx, projectId: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select('m.user_id')
    .where('m.project_id', '=', projectId)
    .whereRef('m.user_id', '<>', 'p.creator_id')
    .where(sql<SqlBool>`NOT ${isGone('u')}`)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
};

/** A member's finished projects with a pending transfer. */
export const listFinishedInTransfer = async (db: Db, userId: number): Promise<number[]> => {
  const found = transfers(db).where('p.creator_id', '=', userId).where('p.state', '=', 'finished');
  return (await found.orderBy('p.id').execute()).map(({ project_id }) => project_id);
};

const projectsOf = (db: Db, creatorId: number) =>
  db.selectFrom('projects').select('id').where('creator_id', '=', creatorId).orderBy('id');

/** A member's projects that aren't finished. */
export const listToPassOn = async (db: Db, userId: number): Promise<number[]> =>
  (await projectsOf(db, userId).where('state', 'in', ['open', 'closed']).execute()).map(({ id }) => id);

/** Returns a member's projects that are offered to their teams. */
export const listSeekingCreator = async (db: Db, userId: number): Promise<number[]> =>
  (await projectsOf(db, userId).where('seeks_creator_until', 'is not', null).execute()).map(({ id }) => id);

/** The transfers that a member may accept at this time, newest first. */
export const listTransfersTo = (db: Db, userId: number, range: PageRange, at: Date): Promise<Page<TransferRow>> => {
  const counted = db
    .selectFrom('project_offers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where(sql<SqlBool>`EXISTS (
      SELECT FROM projects p WHERE p.id = project_offers.project_id AND ${isRunning(at)})`);
  return readPage(transfers(db).where('o.user_id', '=', userId).where(isRunning(at)), counted, { range, id: 'o.id' });
};

/** Transfers that either of two members has offered to the other. */
export const listTransfersBetween = (db: Db, members: readonly [number, number]): Promise<TransferRow[]> =>
  transfers(db)
    .where('p.creator_id', 'in', members)
    .where('o.user_id', 'in', members)
    .where('p.seeks_creator_until', 'is', null)
    .execute();

/** Returns the transfers that a member has offered, and those offered to the member. */
export const listTransfersOf = (db: Db, userId: number): Promise<TransferRow[]> =>
  transfers(db)
    .where((where) =>
      where.or([
        where.and([where('p.creator_id', '=', userId), where('p.seeks_creator_until', 'is', null)]),
        where('o.user_id', '=', userId),
      ]),
    )
    .execute();

/** Offers a locked project to a member of its team. */
export const insertTransfer = async (
  trx: Trx,
  transfer: { project_id: number; user_id: number; created_at: Date },
): Promise<TransferRow> => {
  await trx.insertInto('project_offers').values(transfer).execute();
  return transfers(trx)
    .where('o.project_id', '=', transfer.project_id)
    .where('o.user_id', '=', transfer.user_id)
    .executeTakeFirstOrThrow();
};

export const deleteTransfer = async (trx: Trx, id: number): Promise<void> => {
  await trx.deleteFrom('project_offers').where('id', '=', id).execute();
};

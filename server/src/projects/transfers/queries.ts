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
}

const transfers = (db: Db | Trx) =>
  db
    .selectFrom('project_offers as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .innerJoin('users as c', 'c.id', 'p.creator_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.id', 'o.project_id', 'p.title as project_title', 'p.creator_id', 'c.name as creator_name'])
    .select(['o.user_id', 'u.name as user_name', 'o.created_at']);

/** The project's pending transfer. */
export const findTransfer = (db: Db | Trx, projectId: number): Promise<TransferRow | undefined> =>
  transfers(db).where('o.project_id', '=', projectId).executeTakeFirst();

/** The transfers that a member may accept, newest first. */
export const listTransfersTo = (db: Db, userId: number, range: PageRange): Promise<Page<TransferRow>> => {
  const counted = db
    .selectFrom('project_offers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId);
  return readPage(transfers(db).where('o.user_id', '=', userId), counted, { range, id: 'o.id' });
};

/** Transfers from either of two members to the other. */
export const listTransfersBetween = (db: Db, members: readonly [number, number]): Promise<TransferRow[]> =>
  transfers(db).where('p.creator_id', 'in', members).where('o.user_id', 'in', members).execute();

/** Transfers from a member and to the member. */
export const listTransfersOf = (db: Db, userId: number): Promise<TransferRow[]> =>
  transfers(db)
    .where((where) => where.or([where('p.creator_id', '=', userId), where('o.user_id', '=', userId)]))
    .execute();

/** Offers a locked project to a member of its team; it must have no other pending transfer. */
export const insertTransfer = async (
  trx: Trx,
  transfer: { project_id: number; user_id: number; created_at: Date },
): Promise<TransferRow> => {
  await trx.insertInto('project_offers').values(transfer).execute();
  return transfers(trx).where('o.project_id', '=', transfer.project_id).executeTakeFirstOrThrow();
};

export const deleteTransfer = async (trx: Trx, id: number): Promise<void> => {
  await trx.deleteFrom('project_offers').where('id', '=', id).execute();
};

import type { Db, Trx } from '../../platform/db/database.js';
import { type Page, type PageRange, toPage } from '../../platform/db/page.js';
import type { TransferRow } from './present.js';

const offers = (db: Db | Trx) =>
  db
    .selectFrom('project_offers as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .innerJoin('users as c', 'c.id', 'p.creator_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.id', 'o.project_id', 'p.title as project_title', 'p.creator_id', 'c.name as creator_name'])
    .select(['o.user_id', 'u.name as user_name', 'o.created_at']);

/** The offer of a project that stands. */
export const findTransfer = (db: Db | Trx, projectId: number): Promise<TransferRow | undefined> =>
  offers(db).where('o.project_id', '=', projectId).executeTakeFirst();

/** The offers that a member may accept, newest first. */
export async function listTransfersTo(db: Db, userId: number, range: PageRange): Promise<Page<TransferRow>> {
  const counted = db
    .selectFrom('project_offers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId);
  const found = await offers(db)
    .select(() => counted.as('total'))
    .where('o.user_id', '=', userId)
    .$if(range.before !== undefined, (all) => all.where('o.id', '<', range.before ?? 0))
    .orderBy('o.id', 'desc')
    .limit(range.limit + 1)
    .$castTo<TransferRow & { total: number }>()
    .execute();
  return toPage(found, range, async () => (await counted.executeTakeFirstOrThrow()).count);
}

/** Offers of either of two members to the other. */
export const listTransfersBetween = (db: Db, members: readonly [number, number]): Promise<TransferRow[]> =>
  offers(db).where('p.creator_id', 'in', members).where('o.user_id', 'in', members).execute();

/** Offers of a member's projects, and those to the member. */
export const listTransfersOf = (db: Db, userId: number): Promise<TransferRow[]> =>
  offers(db)
    .where((where) => where.or([where('p.creator_id', '=', userId), where('o.user_id', '=', userId)]))
    .execute();

/** Offers a project to a member of its team, under the project's lock; no other offer may stand. */
export const insertTransfer = async (
  trx: Trx,
  offer: { project_id: number; user_id: number; created_at: Date },
): Promise<TransferRow> => {
  await trx.insertInto('project_offers').values(offer).execute();
  return offers(trx).where('o.project_id', '=', offer.project_id).executeTakeFirstOrThrow();
};

export const deleteTransfer = async (trx: Trx, id: number): Promise<void> => {
  await trx.deleteFrom('project_offers').where('id', '=', id).execute();
};

import type { Trx } from '../../platform/db/database.js';

export const setConfirmed = async (trx: Trx, id: number, confirmed_at: Date): Promise<void> => {
  await trx.updateTable('projects').set({ confirmed_at, may_be_listed: true }).where('id', '=', id).execute();
};

export const findConfirmedAt = async (trx: Trx, id: number): Promise<Date> =>
  (await trx.selectFrom('projects').select('confirmed_at').where('id', '=', id).executeTakeFirstOrThrow()).confirmed_at;

export const endListing = async (trx: Trx, id: number): Promise<void> => {
  await trx.updateTable('projects').set({ may_be_listed: false }).where('id', '=', id).execute();
};

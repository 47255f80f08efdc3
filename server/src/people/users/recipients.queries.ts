import { TIME_ZONE } from '@sangam/shared/core/limits';
import type { Db } from '../../platform/db/database.js';

/** The member at an address. */
export interface Recipient {
  to: string;
  name: string;
}

/** A member's address and name, for an email; undefined if the member doesn't exist. */
export const findRecipient = (db: Db, id: number): Promise<Recipient | undefined> =>
  db.selectFrom('users').select(['email as to', 'name']).where('id', '=', id).executeTakeFirst();

/** The member's chosen time zone, or the default. */
export const findTimeZone = async (db: Db, userId: number): Promise<string> => {
  const chosen = db.selectFrom('notification_choices').select('time_zone').where('user_id', '=', userId);
  return (await chosen.executeTakeFirst())?.time_zone ?? TIME_ZONE;
};

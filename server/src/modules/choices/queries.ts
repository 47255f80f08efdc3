import type { MailPace, NewsGroup } from '@sangam/shared/rules/notification-choices';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../db/database.js';

/** How a member wants to be told of news. */
export interface Choices {
  mail_pace: MailPace;
  mail_shows_text: boolean;
  mail_off: readonly NewsGroup[];
}

/** Of who never chose. */
export const defaultChoices: Choices = { mail_pace: 'quarter_hour', mail_shows_text: false, mail_off: [] };

/** What these members chose. Those who never did are not among them. */
export async function findChoices(db: Db | Trx, userIds: readonly number[]): Promise<Map<number, Choices>> {
  const rows = await db
    .selectFrom('notification_choices')
    .select(['user_id', 'mail_pace', 'mail_shows_text', 'mail_off'])
    .where(sql<SqlBool>`user_id = ANY(${userIds}::bigint[])`)
    .execute();
  return new Map(rows.map(({ user_id, ...choices }) => [user_id, choices]));
}

/** Changes a member's choices, by what they are; what is left out stays as it is. */
export async function changeChoices(
  trx: Trx,
  userId: number,
  change: (before: Choices) => Partial<Choices>,
): Promise<Choices> {
  // Two devices take turns.
  await trx
    .insertInto('notification_choices')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .execute();
  const before = (await findChoices(trx, [userId])).get(userId) ?? defaultChoices;
  const choices = { ...before, ...change(before) };
  await trx
    .updateTable('notification_choices')
    .set({ ...choices, mail_off: [...choices.mail_off] })
    .where('user_id', '=', userId)
    .execute();
  return choices;
}

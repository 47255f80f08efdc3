import { TIME_ZONE } from '@sangam/shared/rules/limits';
import type { MailPace, NewsGroup } from '@sangam/shared/rules/notification-choices';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../db/database.js';

/** How a member wants to be told of news. */
export interface Choices {
  mail_pace: MailPace;
  mail_shows_text: boolean;
  mail_off: readonly NewsGroup[];
  push_off: readonly NewsGroup[];
  /** When neither devices nor mailbox are told: minutes since midnight, in the member's time zone. */
  quiet: { from: number; until: number } | null;
  time_zone: string;
}

/** Of who never chose. */
export const defaultChoices: Choices = {
  ...{ mail_pace: 'quarter_hour', mail_shows_text: false, mail_off: [] },
  ...{ push_off: [], quiet: null, time_zone: TIME_ZONE },
};

/** What these members chose. Those who never did are not among them. */
export async function findChoices(db: Db | Trx, userIds: readonly number[]): Promise<Map<number, Choices>> {
  const rows = await db
    .selectFrom('notification_choices')
    .selectAll()
    .where(sql<SqlBool>`user_id = ANY(${userIds}::bigint[])`)
    .execute();
  return new Map(
    rows.map(({ user_id, quiet_from, quiet_until, ...choices }) => {
      const quiet = quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until };
      return [user_id, { ...choices, quiet }];
    }),
  );
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
    .values({ user_id: userId, quiet_from: null, quiet_until: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .execute();
  const before = (await findChoices(trx, [userId])).get(userId) ?? defaultChoices;
  const choices = { ...before, ...change(before) };
  const { quiet, mail_off, push_off, ...others } = choices;
  const quietHours = { quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null };
  await trx
    .updateTable('notification_choices')
    .set({ ...others, ...quietHours, mail_off: [...mail_off], push_off: [...push_off] })
    .where('user_id', '=', userId)
    .execute();
  return choices;
}

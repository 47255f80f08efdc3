import { type ContactFrom, type Disclosure, openDisclosure } from '@sangam/shared/contact/privacy';
import { TIME_ZONE } from '@sangam/shared/core/limits';
import type { TellingChoices } from '@sangam/shared/notices/delivery';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

/** How a member wants to be told of news, and what others are shown of them. */
export interface Choices extends TellingChoices, Disclosure {
  mail_shows_text: boolean;
  contact_from: ContactFrom;
  /** As the member writes them. */
  followed_skills: readonly string[];
  /** Counts the changes; 0 before the first. */
  version: number;
}

/** Of who never chose. */
export const defaultChoices: Choices = {
  ...{ mail_pace: 'quarter_hour', mail_shows_text: false, mail_off: [], followed_skills: [], version: 0 },
  ...{ push_off: [], quiet: null, time_zone: TIME_ZONE, muted_member_ids: [], muted_project_ids: [] },
  contact_from: 'anyone',
  ...openDisclosure,
};

type Row = Omit<Choices, 'quiet'> & { user_id: number; quiet_from: number | null; quiet_until: number | null };

/** What these members chose. Those who never did are not among them. */
export async function findChoices(db: Db | Trx, userIds: readonly number[]): Promise<Map<number, Choices>> {
  const { rows } = await sql<Row>`
    SELECT c.*,
      ARRAY(SELECT skill FROM followed_skills WHERE user_id = c.user_id ORDER BY after_project_id, skill) AS followed_skills,
      ARRAY(SELECT other_id FROM muted_members WHERE user_id = c.user_id ORDER BY other_id) AS muted_member_ids,
      ARRAY(SELECT project_id FROM muted_projects WHERE user_id = c.user_id ORDER BY project_id) AS muted_project_ids
    FROM notification_choices c WHERE c.user_id = ANY(${userIds}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ user_id, quiet_from, quiet_until, ...choices }) => {
      const quiet = quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until };
      return [user_id, { ...choices, quiet }];
    }),
  );
}

/** Locks a member's choices, which are there from then on, and counts a change of them. */
export async function lockChoices(trx: Trx, userId: number): Promise<Choices> {
  await trx
    .insertInto('notification_choices')
    .values({ user_id: userId, quiet_from: null, quiet_until: null, version: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ version: sql`notification_choices.version + 1` }),
    )
    .execute();
  return (await findChoices(trx, [userId])).get(userId) ?? defaultChoices;
}

/** What a member chooses of ways and times; mutes and skills have tables of their own. */
export type Chosen = Omit<Choices, 'muted_member_ids' | 'muted_project_ids' | 'followed_skills' | 'version'>;

/** Changes a member's choices, by what they are; what is left out stays as it is. */
export async function changeChoices(
  trx: Trx,
  userId: number,
  change: (before: Choices) => Partial<Chosen>,
): Promise<Choices> {
  const before = await lockChoices(trx, userId);
  const choices = { ...before, ...change(before) };
  const { quiet, mail_off, push_off, mail_pace, mail_shows_text, time_zone, contact_from } = choices;
  const { presence_for, found_by, shows_read_marks, shows_typing } = choices;
  const quietHours = { quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null };
  await trx
    .updateTable('notification_choices')
    .set({ mail_pace, mail_shows_text, time_zone, contact_from, ...quietHours })
    .set({ presence_for, found_by, shows_read_marks, shows_typing })
    .set({ mail_off: [...mail_off], push_off: [...push_off] })
    .where('user_id', '=', userId)
    .execute();
  return choices;
}

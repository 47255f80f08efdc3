import { type ContactFrom, type Disclosure, openDisclosure } from '@sangam/shared/contact/privacy';
import { TIME_ZONE } from '@sangam/shared/core/limits';
import type { NotifyingChoices } from '@sangam/shared/notices/email-delay';
import { skillKey } from '@sangam/shared/people/skills';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

/** How a member wants to be notified, and what others see of them. */
export interface Choices extends NotifyingChoices, Disclosure {
  mail_shows_text: boolean;
  contact_from: ContactFrom;
  /** The conversations with muted members that have a message. */
  muted_conversation_ids: readonly number[];
  /** The followed skills, in the member's spelling. */
  followed_skills: readonly string[];
  /** Counts the changes; 0 before the first. */
  version: number;
}

/** The choices of members who never changed any. */
export const defaultChoices: Choices = {
  mail_pace: 'quarter_hour',
  mail_shows_text: false,
  mail_off: [],
  followed_skills: [],
  version: 0,
  push_off: [],
  quiet: null,
  time_zone: TIME_ZONE,
  muted_member_ids: [],
  muted_project_ids: [],
  muted_conversation_ids: [],
  contact_from: 'anyone',
  ...openDisclosure,
};

type Row = Omit<Choices, 'quiet'> & { user_id: number; quiet_from: number | null; quiet_until: number | null };

/** Returns the choices by member; members who never changed any are absent. */
export async function findChoices(db: Db | Trx, userIds: readonly number[]): Promise<Map<number, Choices>> {
  const { rows } = await sql<Row>`
    SELECT c.*,
      ARRAY(SELECT skill FROM followed_skills WHERE user_id = c.user_id ORDER BY after_project_id, skill) AS followed_skills,
      ARRAY(SELECT other_id FROM muted_members WHERE user_id = c.user_id ORDER BY other_id) AS muted_member_ids,
      ARRAY(SELECT o.id FROM muted_members m
        JOIN conversations o ON o.low_id = least(m.user_id, m.other_id) AND o.high_id = greatest(m.user_id, m.other_id)
        WHERE m.user_id = c.user_id AND o.last_seq > 0 ORDER BY o.id) AS muted_conversation_ids,
      ARRAY(SELECT project_id FROM muted_projects WHERE user_id = c.user_id ORDER BY project_id) AS muted_project_ids
    FROM notification_choices c WHERE c.user_id = ANY(${userIds}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ user_id, quiet_from, quiet_until, ...choices }) => {
      const quiet = quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until };
      return [user_id, { ...choices, quiet }];
    }),
  );
}

/** Returns a member's choices; the default ones if they never changed any. */
export const choicesOf = async (db: Db | Trx, userId: number): Promise<Choices> =>
  (await findChoices(db, [userId])).get(userId) ?? defaultChoices;

/** Locks a member's choices, creating them if needed, and counts a change. */
export async function lockChoices(trx: Trx, userId: number): Promise<Choices> {
  await trx
    .insertInto('notification_choices')
    .values({ user_id: userId, quiet_from: null, quiet_until: null, version: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ version: sql`notification_choices.version + 1` }),
    )
    .execute();
  return choicesOf(trx, userId);
}

/** The choices in this table; mutes and followed skills have their own. */
export type Chosen = Omit<
  Choices,
  'muted_member_ids' | 'muted_conversation_ids' | 'muted_project_ids' | 'followed_skills' | 'version'
>;

/** Changes a member's choices, given the current ones; omitted fields stay the same. */
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
    .set({
      mail_pace,
      mail_shows_text,
      time_zone,
      contact_from,
      ...quietHours,
      presence_for,
      found_by,
      shows_read_marks,
      shows_typing,
      mail_off: [...mail_off],
      push_off: [...push_off],
    })
    .where('user_id', '=', userId)
    .execute();
  return choices;
}

/** A conversation, by its other member, or a project. */
export type MuteTarget = { member_id: number } | { project_id: number };

/** Whether the member exists, or the project exists and this member may see it, which for a hidden one is only its team. */
export async function exists(trx: Trx, userId: number, target: MuteTarget): Promise<boolean> {
  const { rows } =
    'member_id' in target
      ? await sql`SELECT FROM users WHERE id = ${target.member_id}`.execute(trx)
      : await sql`
          SELECT FROM projects p WHERE p.id = ${target.project_id} AND p.state <> 'deleted' AND (p.hidden_at IS NULL
            OR EXISTS (SELECT FROM project_members s WHERE s.project_id = p.id AND s.user_id = ${userId}))`.execute(
          trx,
        );
  return rows.length > 0;
}

/** Whether a member has muted the conversation with another member. */
export const hasMuted = async (trx: Trx, userId: number, otherId: number): Promise<boolean> =>
  (await trx
    .selectFrom('muted_members')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()) !== undefined;

/** Idempotent. */
export const mute = (trx: Trx, userId: number, target: MuteTarget) => {
  const inserted =
    'member_id' in target
      ? trx.insertInto('muted_members').values({ user_id: userId, other_id: target.member_id })
      : trx.insertInto('muted_projects').values({ user_id: userId, project_id: target.project_id });
  return inserted.onConflict((conflict) => conflict.doNothing()).execute();
};

export const unmute = (trx: Trx, userId: number, target: MuteTarget) => {
  const deleted =
    'member_id' in target
      ? trx.deleteFrom('muted_members').where('other_id', '=', target.member_id)
      : trx.deleteFrom('muted_projects').where('project_id', '=', target.project_id);
  return deleted.where('user_id', '=', userId).execute();
};

/** Replaces the skills that a member follows. Skills that stay keep the project after which new ones count. */
export async function setFollowedSkills(trx: Trx, userId: number, skills: readonly string[]): Promise<void> {
  // Two spellings of one skill are one row.
  const byKey = new Map(skills.map((skill) => [skillKey(skill), skill]));
  const keys = [...byKey.keys()];
  await sql`DELETE FROM followed_skills WHERE user_id = ${userId} AND key <> ALL (${keys}::text[])`.execute(trx);
  if (keys.length === 0) return;
  await sql`INSERT INTO followed_skills (user_id, key, skill, after_project_id)
    SELECT ${userId}, f.key, f.skill, coalesce((SELECT max(id) FROM projects), 0)
    FROM unnest(${keys}::text[], ${[...byKey.values()]}::text[]) AS f (key, skill)
    ON CONFLICT (user_id, key) DO UPDATE SET skill = excluded.skill`.execute(trx);
  await sql`INSERT INTO skill_followers (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`.execute(trx);
}

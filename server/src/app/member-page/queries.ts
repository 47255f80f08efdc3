import type { PageReader } from '@sangam/shared/app/page-readers';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { ProjectState } from '@sangam/shared/projects/lifecycle';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import { type RawBuilder, sql } from 'kysely';
import { asMember, isNamedToVisitors, type PageView, pageView, pageViewAs, shownEmail } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import { isVisible } from '../../projects/projects.js';

/** The domain of the member `u`'s address, if it is confirmed. */
export const confirmedDomain = sql<
  string | null
>`CASE WHEN u.email_verified_at IS NOT NULL THEN lower(split_part(u.email, '@', 2)) END`;

/** The day from which the member `u` is available, if it is in the future. */
export const freeFrom = sql<
  string | null
>`CASE WHEN u.free_from > (now() AT TIME ZONE 'UTC')::date THEN u.free_from::text END`;

export interface PersonRow {
  id: number;
  name: string;
  seen_as: PageView;
  college: string;
  confirmed_domain: string | null;
  skills: string[];
  headline: string;
  about: string;
  looks_for: string;
  takes_roles: string[];
  /** Null if unset or not in the future. */
  free_from: string | null;
  github_link: string | null;
  links: string[];
  /** Null unless the member shows it; '' for the default time zone. */
  time_zone: string | null;
  email: string;
}

/**
 * Returns the member as the reader sees them, or as a reader of the kind `as` would; undefined if there is no page for the reader. One
 * statement decides and reads, so a hidden member takes as long as an id that nobody has.
 */
export async function findPerson(
  db: Db,
  readerId: number,
  memberId: number,
  { as, at }: { as: PageReader | undefined; at: Date },
): Promise<PersonRow | undefined> {
  const [reader, member] = [asMember(readerId), asMember(memberId)];
  const view = as === undefined ? pageView(readerId, member, at) : pageViewAs(as, member);
  const email: RawBuilder<string> = as === undefined ? shownEmail(reader, member, sql`u.email`) : emailAs[as];
  const { rows } = await sql<PersonRow>`
    WITH asked AS MATERIALIZED (SELECT ${member} AS id, ${view} AS seen_as)
    SELECT u.id, u.name, asked.seen_as, u.college, ${confirmedDomain} AS confirmed_domain, u.skills, u.headline, u.about, u.looks_for, u.takes_roles, ${freeFrom} AS free_from, u.github_link, u.links,
      CASE WHEN u.shows_time_zone OR asked.seen_as = 'own' THEN coalesce(
        (SELECT chosen.time_zone FROM notification_choices chosen WHERE chosen.user_id = u.id), '') END AS time_zone,
      ${email} AS email
    FROM asked JOIN users u ON u.id = asked.id
    WHERE asked.seen_as IS NOT NULL`.execute(db);
  return rows[0];
}

const emailAs: Record<PageReader, RawBuilder<string>> = { stranger: sql`''`, member: sql`''`, team: sql`u.email` };

/** Returns a creator's name for a visitor; undefined if visitors may not see it. One statement decides and reads, as in `findPerson`. */
export async function findCreatorName(db: Db, memberId: number): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    WITH asked AS MATERIALIZED (SELECT ${asMember(memberId)} AS id, ${isNamedToVisitors(asMember(memberId))} AS is_named)
    SELECT u.id, u.name FROM asked JOIN users u ON u.id = asked.id WHERE asked.is_named`.execute(db);
  return rows[0];
}

export interface PageProjectRow {
  id: number;
  title: string;
  state: ProjectState;
}

const max = sql.lit(peopleServerLimits.pageProjectsMax);

/** Returns the newest projects whose creator the member is. */
export async function findRun(db: Db, memberId: number): Promise<PageProjectRow[]> {
  const { rows } = await sql<PageProjectRow>`
    SELECT p.id, p.title, p.state FROM projects p WHERE p.creator_id = ${memberId} AND ${isVisible}
    ORDER BY p.id DESC LIMIT ${max}`.execute(db);
  return rows;
}

/** Returns the newest projects of other creators in whose team the member is. */
export async function findJoined(db: Db, memberId: number): Promise<PageProjectRow[]> {
  const { rows } = await sql<PageProjectRow>`
    SELECT p.id, p.title, p.state FROM project_members m JOIN projects p ON p.id = m.project_id
    WHERE m.user_id = ${memberId} AND p.creator_id <> ${memberId} AND ${isVisible}
    ORDER BY p.id DESC LIMIT ${max}`.execute(db);
  return rows;
}

/** Returns the number of finished projects in whose team the member is, and how long their last answers to requests took. */
export async function findFacts(
  db: Db,
  memberId: number,
): Promise<{ finished: number; answers_took_ms: (number | null)[] | null }> {
  const { rows } = await sql<{ finished: number; answers_took_ms: (number | null)[] | null }>`
    SELECT (
      SELECT count(*) FROM project_members m JOIN projects p ON p.id = m.project_id
      WHERE m.user_id = ${memberId} AND p.state = 'finished' AND p.hidden_at IS NULL) AS finished,
    (SELECT json_agg(took_ms) FROM (
      SELECT took_ms FROM request_answers WHERE creator_id = ${memberId}
      ORDER BY ended_at DESC, request_id DESC LIMIT ${sql.lit(projectServerLimits.answersCounted)}) AS last) AS answers_took_ms`.execute(
    db,
  );
  return rows[0] ?? { finished: 0, answers_took_ms: null };
}

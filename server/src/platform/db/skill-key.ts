import { skillKeys } from '@sangam/shared/people/skills';
import { type RawBuilder, sql } from 'kysely';

/** A literal: it is the same in every statement, and parsed once when that is prepared. */
const knownKeys = sql.lit(JSON.stringify(skillKeys));

/** The key by which skills are compared (`skillKey`), for a skill in the database. */
export const skillKeyOf = (skill: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(${knownKeys}::jsonb ->> lower(${skill}), lower(${skill}))`;

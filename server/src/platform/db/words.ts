import { coreLimits } from '@sangam/shared/core/limits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The pattern of a text with this folded word as the beginning of a word, or as a whole word if it is short (R18.2). */
const patternOf = (word: string): string =>
  [...word].length < coreLimits.wordBeginningMinChars ? `% ${word} %` : `% ${word}%`;

/** Whether a text in the form of the function `search_words` has each of these folded words. */
export const hasEachWord = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${text} LIKE ${patternOf(word)}`),
    sql` AND `,
  )})`;

import { coreLimits } from '@sangam/shared/core/limits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a text in the form of the function `search_words` has each of these folded words, as the beginning of a word (R18.2). */
export const beginsEachWord = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> =>
  matchesEach(text, words, (word) => `% ${word}%`);

/** Like `beginsEachWord`, but a short word must match a whole word: among all members, few letters would find too many (R18.4). */
export const hasEachWord = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> =>
  matchesEach(text, words, (word) =>
    [...word].length < coreLimits.wordBeginningMinChars ? `% ${word} %` : `% ${word}%`,
  );

const matchesEach = (
  text: RawBuilder<unknown>,
  words: readonly string[],
  patternOf: (word: string) => string,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${text} LIKE ${patternOf(word)}`),
    sql` AND `,
  )})`;

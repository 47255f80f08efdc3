import { wordsOf } from '@sangam/shared/core/search-words';
import { spellingsOf } from '@sangam/shared/people/skills';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  isRankedAfter,
  orderOfRanked,
  type PageStart,
  projectWithFields,
  type StoredSort,
  sortRanks,
  storedOrderOf,
} from './list-order.queries.js';

/** The number of projects to rank: the newest that are found in each way. Others are not listed. */
const RANKED_MAX = sql.lit(500);
const NOT_FOUND = 12;

const titleWords = sql`p.title_words`;
const allWords = sql`p.search_words`;

/** The project, or one of its roles, requires one of these skills. The condition matches an index. */
export const requires = (spellings: readonly string[]) =>
  sql<SqlBool>`lower_skills(p.required_skills || p.role_skills) && ${[...spellings]}::text[]`;

const SIGN = String.raw`[^\p{L}\p{N}\p{M}\p{Cf}\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}'’‘ʼ＇.,;:!?()"“”-]`;
const hasSign = new RegExp(SIGN, 'u');
const endsWithSign = new RegExp(`${SIGN}$`, 'u');

/** Splits a search at spaces. */
const typedParts = (search: string): string[] => search.split(/\s+/u).filter(Boolean);

/** The project's text contains this text as typed, in any case. */
const hasText = (typed: string) => sql<SqlBool>`strpos(p.search_text, lower(${typed})) > 0`;

/** The project's text contains, as typed, each part of the search that has a sign, such as `100%` or `C++`. */
const hasSigns = (search: string): RawBuilder<SqlBool>[] =>
  typedParts(search)
    .filter((typed) => hasSign.test(typed))
    .map(hasText);

/**
 * The text contains the words in any order: each as the start of a word or, before a sign, as a whole word. The index finds few projects
 * with the word `c`, but nearly all have a word that begins with it.
 */
const hasEach = (text: RawBuilder<unknown>, search: string): RawBuilder<SqlBool>[] =>
  typedParts(search).flatMap((typed) =>
    wordsOf(typed).map((word) => sql<SqlBool>`${text} LIKE ${endsWithSign.test(typed) ? `% ${word} %` : `% ${word}%`}`),
  );

/** The text contains the words in a row, also as parts of longer words. */
const hasInRow = (text: RawBuilder<unknown>, words: readonly string[]) =>
  sql<SqlBool>`${text} LIKE ${`%${words.join(' ')}%`}`;

/** The index cannot find so few letters inside a word, and would read all projects. */
const areFew = (words: readonly string[]): boolean =>
  [...words.join(' ')].length < projectServerLimits.indexedPartMinChars;

/** True of every text that has the words in either way: the index looks for all of them at once, so a rare one spares it the others. */
const mayHave = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool>[] =>
  words.map((word, index) => sql<SqlBool>`${text} LIKE ${index === 0 ? `%${word}%` : `% ${word}%`}`);

const hasWords = (text: RawBuilder<unknown>, search: string, words: readonly string[]): RawBuilder<SqlBool> => {
  const each = sql<SqlBool>`(${sql.join(hasEach(text, search), sql` AND `)})`;
  if (areFew(words)) return each;
  // One word without a sign has a single condition, since a text is stored apart from its row and each condition reads it again.
  if (words.length === 1 && !hasSign.test(search)) return hasInRow(text, words);
  const either = sql<SqlBool>`(${each} OR ${hasInRow(text, words)})`;
  // A word before a sign is a whole one, and rarer than its letters.
  return hasSign.test(search) ? either : allOf([...mayHave(text, words), either]);
};

/** Limits searches that no index supports to the newest projects. */
const isAmongNewest = sql<SqlBool>`p.id > coalesce((
  SELECT id FROM projects ORDER BY id DESC OFFSET ${sql.lit(projectServerLimits.newestSearchedMax)} LIMIT 1), 0)`;

const isFoundIn = (text: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> => {
  const words = wordsOf(search);
  const found =
    words.length === 0 ? [isAmongNewest, hasText(search)] : [hasWords(text, search, words), ...hasSigns(search)];
  return allOf(found);
};

const allOf = (conditions: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;

/**
 * The ways in which `p` may be found: in its title; in title, skills, creator's name or description; by few letters inside a word; by
 * another spelling of a skill. They are separate, since comparing skills row by row takes 20 times as long as comparing words.
 */
const waysToFind = (search: string): RawBuilder<SqlBool>[] => {
  const words = wordsOf(search);
  const spellings = spellingsOf(search);
  return [
    isFoundIn(titleWords, search),
    isFoundIn(allWords, search),
    ...(words.length > 0 && areFew(words)
      ? [allOf([isAmongNewest, hasInRow(allWords, words), ...hasSigns(search)])]
      : []),
    ...(spellings.length > 1 ? [requires(spellings)] : []),
  ];
};

/**
 * How well `p` matches: lower is better. Each word counts by the first field that contains it: title, skills, creator, description. In a
 * field, a whole word ranks before the start of a word, and that before another part.
 */
const rankOf = (search: string): RawBuilder<number> => {
  const words = wordsOf(search);
  if (words.length === 0) return sql<number>`(strpos(lower(p.title), lower(${search})) = 0)::int`;
  const field = (line: number) => sql`p.fields[${sql.lit(line)}]`;
  const rankOfWord = (word: string) =>
    sql`(CASE ${sql.join(
      [1, 2, 3, 4].flatMap((line) =>
        [`% ${word} %`, `% ${word}%`, `%${word}%`].map(
          (pattern, index) => sql`WHEN ${field(line)} LIKE ${pattern} THEN ${sql.lit((line - 1) * 3 + index)}`,
        ),
      ),
      sql` `,
    )} ELSE ${sql.lit(NOT_FOUND)} END)`;
  const rank = sql<number>`(${sql.join(words.map(rankOfWord), sql` + `)})`;
  const spellings = spellingsOf(search);
  const ofSkill = sql.lit(3);
  return spellings.length > 1
    ? sql<number>`least(${rank}, CASE WHEN ${requires(spellings)} THEN ${ofSkill} ELSE ${rank} END)`
    : rank;
};

/**
 * Selects the ids and ranks of a page of found projects, best first or in the given order, and newest first among equals. `conditions`
 * apply to the project `p`. Each ranked project is read by its id, since a join might read them all.
 */
export const rankedPage = (
  search: string,
  conditions: RawBuilder<SqlBool>,
  { sort, limit, ...start }: PageStart & { sort?: StoredSort | undefined; limit: number },
): RawBuilder<{ id: number; rank: number }> => {
  const newest = (found: RawBuilder<SqlBool>) =>
    sql`(SELECT p.id FROM projects p WHERE ${conditions} AND ${found} ORDER BY p.id DESC LIMIT ${RANKED_MAX})`;
  const rank = sort === undefined ? rankOf(search) : sortRanks[sort];
  const order = storedOrderOf({ sort, search });
  return sql`(
    WITH candidates AS MATERIALIZED (${sql.join(waysToFind(search).map(newest), sql` UNION `)}),
    ranked AS MATERIALIZED (SELECT p.id, ${rank} AS rank FROM candidates
      CROSS JOIN LATERAL ${projectWithFields(sql.ref<number>('candidates.id'))} AS p)
    SELECT ranked.id, ranked.rank FROM ranked WHERE ${isRankedAfter(start, order, rank)}
    ORDER BY ${orderOfRanked(order)} LIMIT ${limit})`;
};

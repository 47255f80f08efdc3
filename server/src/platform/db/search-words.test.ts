import { indexWordsOf } from '@sangam/shared/core/search-words';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { notFoundBy, searchCases } from '@sangam/testing/words/cases';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const inDatabase = async (texts: readonly string[]): Promise<string[][]> => {
  const { rows } = await sql<{ words: string }>`
    SELECT search_words(value) AS words FROM unnest(${texts}::text[]) WITH ORDINALITY AS t (value, n) ORDER BY n`.execute(
    opened.database.db,
  );
  return rows.map(({ words }) => words.trim().split(' ').filter(Boolean));
};
const asSet = (words: readonly string[]) => [...new Set(words)].sort();

it('gives the words of the shared cases', async () => {
  const texts = [...searchCases, ...notFoundBy].flat();
  const found = await inDatabase(texts);
  expect(found.map(asSet)).toEqual(texts.map((text) => asSet(indexWordsOf(text))));
});

/** Scripts in which names are written; the rest of Unicode differs between versions of the data. */
const scripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Devanagari}\p{Script=Tamil}\p{Script=Arabic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{P}\p{S}\p{Z}\p{N}]$/u;
const SPECIAL = /['’‘ʼ＇]/u;

it('gives the words of every letter, number and sign', async () => {
  const letters = Array.from({ length: 0x30ff - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20)).filter(
    (letter) => scripts.test(letter) && !SPECIAL.test(letter),
  );
  const found = await inDatabase(letters.map((letter) => `a${letter}b`));
  const differing = letters.filter(
    (letter, index) => asSet(found[index] ?? []).join(' ') !== asSet(indexWordsOf(`a${letter}b`)).join(' '),
  );
  expect(differing).toEqual([]);
});

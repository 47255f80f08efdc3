import { foldText } from '@sangam/shared/core/search-words';
import { splitSkills } from '@sangam/shared/people/profile';
import { useEffect, useMemo, useState } from 'react';
import { logFailure } from '../log';

const same = (text: string): string => foldText(text.trim());

type Spellings = (skill: string) => readonly string[];

/** Used before the spellings are loaded. */
const ownSpelling: Spellings = (skill) => [same(skill)];

/**
 * Returns the entries of `all` that match the typed text, without case and accents: first those that begin with it in any
 * spelling.
 */
function fitting(all: readonly string[], typed: string, max: number, spellings: Spellings = ownSpelling): string[] {
  const wanted = same(typed);
  const others = all.filter((each) => same(each) !== wanted);
  const begins = others.filter((each) => spellings(each).some((spelling) => same(spelling).startsWith(wanted)));
  const found = others.filter((each) => same(each).includes(wanted));
  return [...new Set([...begins, ...found])].slice(0, max);
}

/** How a field finds suggestions in its text and inserts one. */
export interface Completion {
  suggest: (all: readonly string[], text: string) => string[];
  complete: (text: string, suggestion: string) => string;
}

/** A single value, such as a college, suggested once something is typed. */
export const oneValue: Completion = {
  suggest: (all, text) => (text.trim() === '' ? [] : fitting(all, text, 4)),
  complete: (_, suggestion) => suggestion,
};

const lastPart = (text: string): string => text.slice(text.lastIndexOf(',') + 1);

/**
 * Skills separated by commas. Suggests for the last one in any spelling (the first of which is its key), without those
 * already named.
 */
export const skillList = (spellings: Spellings): Completion => ({
  suggest(all, text) {
    const keyOf = (skill: string) => spellings(skill)[0];
    const last = lastPart(text);
    const named = new Set(splitSkills(text.slice(0, text.length - last.length)).map(keyOf));
    return fitting(
      all.filter((each) => !named.has(keyOf(each))),
      last,
      6,
      spellings,
    );
  },
  complete(text, suggestion) {
    const before = text.slice(0, text.length - lastPart(text).length);
    return `${before.trim()}${before === '' ? '' : ' '}${suggestion}, `;
  },
});

/** Completes skills. Loads their spellings with the first typed letter. */
export function useSkillList(text: string): Completion {
  const [spellings, setSpellings] = useState(() => ownSpelling);
  const isTyped = text !== '';
  useEffect(() => {
    if (!isTyped) return;
    import('@sangam/shared/people/skills').then(
      ({ spellingsOf }) => setSpellings(() => spellingsOf),
      (error: unknown) => logFailure('The spellings of skills could not be loaded', error),
    );
  }, [isTyped]);
  return useMemo(() => skillList(spellings), [spellings]);
}

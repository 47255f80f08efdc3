import { foldText } from '@sangam/shared/core/search-words';
import { splitSkills } from '@sangam/shared/people/profile';
import { useEffect, useMemo, useState } from 'react';
import { logFailure } from '../log';

const folded = (text: string): string => foldText(text.trim());

/** Returns all spellings of a skill, its key first; a skill without other spellings has only its own. */
type Spellings = (skill: string) => readonly string[];

/** Used before the spellings are loaded. */
const ownSpelling: Spellings = (skill) => [folded(skill)];

/**
 * Returns the entries of `all` that match the typed text, without case and accents: first those that begin with it in any
 * spelling.
 */
function matching(all: readonly string[], typed: string, max: number, spellings: Spellings = ownSpelling): string[] {
  const wanted = folded(typed);
  const others = all.filter((each) => folded(each) !== wanted);
  const prefixed = others.filter((each) => spellings(each).some((spelling) => folded(spelling).startsWith(wanted)));
  const found = others.filter((each) => folded(each).includes(wanted));
  return [...new Set([...prefixed, ...found])].slice(0, max);
}

/** How a field finds suggestions in its text and inserts one. */
export interface Completion {
  suggest: (all: readonly string[], text: string) => string[];
  complete: (text: string, suggestion: string) => string;
  /** Returns the text after Enter; null if there is nothing to add, and Enter sends the form. */
  enter: (all: readonly string[], text: string) => string | null;
}

/** Shorter texts are the beginning of too many values. */
const COMPLETED_FROM_CHARS = 2;

/** Returns the best suggestion for a typed beginning; undefined for a complete value or an unknown one. */
function bestOf(suggestions: readonly string[], all: readonly string[], typed: string, spellings = ownSpelling) {
  const wanted = folded(typed);
  const startsWithTyped = (text: string) => folded(text).startsWith(wanted);
  const isWhole = spellings(typed).length > 1 || all.some((each) => folded(each) === wanted);
  if (isWhole || [...wanted].length < COMPLETED_FROM_CHARS) return undefined;
  return suggestions.find((each) => startsWithTyped(each) || spellings(each).some(startsWithTyped));
}

/** A single value, such as a college, suggested once something is typed. */
export const oneValue: Completion = {
  suggest: (all, text) => (text.trim() === '' ? [] : matching(all, text, 4)),
  complete: (_, suggestion) => suggestion,
  enter: (all, text) => bestOf(oneValue.suggest(all, text), all, text) ?? null,
};

const lastPart = (text: string): string => text.slice(text.lastIndexOf(',') + 1);

/** Completes skills separated by commas. Suggests matches for the last one in any spelling, except skills already named. */
export const skillList = (spellings: Spellings): Completion => ({
  enter(all, text) {
    const typed = lastPart(text).trim();
    if (typed === '') return null;
    const list = skillList(spellings);
    return list.complete(text, bestOf(list.suggest(all, text), all, typed, spellings) ?? typed);
  },
  suggest(all, text) {
    const keyOf = (skill: string) => spellings(skill)[0];
    const last = lastPart(text);
    const named = new Set(splitSkills(text.slice(0, text.length - last.length)).map(keyOf));
    return matching(
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

/** Values separated by commas that have one spelling each, such as roles. */
export const listOfValues: Completion = skillList(ownSpelling);

/** Suggests nothing. Used before anything is typed, where suggestions that arrive later would move something. */
export const noSuggestion: Completion = { suggest: () => [], complete: (text) => text, enter: () => null };

/** Completes skills. Loads their spellings with the first typed letter. */
export function useSkillList(text: string): Completion {
  const [spellings, setSpellings] = useState(() => ownSpelling);
  const isTyped = text !== '';
  useEffect(() => {
    if (!isTyped) return;
    import('@sangam/shared/people/skills').then(
      ({ spellingsOf }) => setSpellings(() => spellingsOf),
      (error: unknown) => logFailure('The spellings of skills couldn’t be loaded', error),
    );
  }, [isTyped]);
  return useMemo(() => skillList(spellings), [spellings]);
}

import { dayMs } from '../core/limits.js';
import { indexWordsOf } from '../core/search-words.js';
import type { FitParts } from './fit-words.js';
import { skillKey } from './skills.js';

/** The facts by which a member fits a project or another member, or a project fits a member. */
export interface FitFacts {
  /** The member or project that is ranked. */
  id: number;
  /** The skills that count: those that the project needs, or the reader's own. */
  required: readonly string[];
  /** The skills that are compared with them. */
  skills: readonly string[];
  /** Shared free hours a week, rounded; null if they aren't known. */
  aboutHours: number | null;
  sameCollege: boolean;
  /** The day of the last activity; null if it is hidden. */
  activeOn: string | null;
}

/** The numbers that decide the order. */
export interface FitRank {
  covered: number;
  required: number;
  hours: number;
  activeOn: string | null;
  /** Decides between equals, and changes every week, so that nobody stays last. */
  tie: number;
  id: number;
}

/** A fit: its facts for the words, and its rank. */
export interface Fit extends FitParts {
  rank: FitRank;
}

/** The week of an instant, from Monday on (UTC). 1 January 1970 was a Thursday. */
export const fitWeek = (atMs: number): number => Math.floor((atMs / dayMs + 3) / 7);

const collegeWords = (college: string): string => indexWordsOf(college).join(' ');

/**
 * Returns a function that says whether a college is `own`, as filters compare them. Finding the words of a text is slow, so each college is
 * compared once.
 */
export function isSameCollegeAs(ownCollege: string): (college: string) => boolean {
  const ownWords = collegeWords(ownCollege);
  if (ownWords === '') return () => false;
  const cache = new Map<string, boolean>();
  return (college) => {
    const known = cache.get(college) ?? collegeWords(college) === ownWords;
    cache.set(college, known);
    return known;
  };
}

/** How well the two fit. `compareFits` orders the results, `fitWords` puts them into words. */
export function fit({ id, required, skills, aboutHours, sameCollege, activeOn }: FitFacts, week: number): Fit {
  const ownKeys = new Set(skills.map(skillKey));
  const countedKeys = new Set<string>();
  const [has, missing]: [string[], string[]] = [[], []];
  for (const skill of required) {
    const key = skillKey(skill);
    if (countedKeys.has(key)) continue;
    countedKeys.add(key);
    (ownKeys.has(key) ? has : missing).push(skill);
  }
  const hours = aboutHours ?? 0;
  const rank = { covered: has.length, required: countedKeys.size, hours, activeOn, tie: tieOf(id, week), id };
  return { has, missing, about_hours: hours, same_college: sameCollege, rank };
}

/**
 * Negative if `a` fits better: by skills covered ÷ (required + 1), compared as fractions, then by shared hours, then by activity, then by
 * the week's own order.
 */
export function compareFits(a: FitRank, b: FitRank): number {
  return (
    b.covered * (a.required + 1) - a.covered * (b.required + 1) ||
    b.hours - a.hours ||
    compareDays(b.activeOn ?? '', a.activeOn ?? '') ||
    a.tie - b.tie ||
    a.id - b.id
  );
}

/** The week that broke a tie: the previous one if a list is continued after Monday, otherwise this one. */
export const weekOf = ({ id, tie }: FitRank, week: number): number => (tieOf(id, week - 1) === tie ? week - 1 : week);

const compareDays = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** A number of 32 bits in which ids of one week are as good as shuffled (the last step of MurmurHash3). */
function tieOf(id: number, week: number): number {
  let hash = Math.imul(id ^ Math.floor(id / 2 ** 32), 0x9e3779b1) ^ Math.imul(week, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

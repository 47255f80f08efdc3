/** The facts of a fit. In its own file with their words, since pages need neither the order nor the spellings of skills. */
export interface FitParts {
  /** The required skills that are covered, and those that aren't, as they are written in the list of required ones. */
  has: string[];
  missing: string[];
  about_hours: number;
  same_college: boolean;
}

/** Whether the two have anything in common. Members and projects without it are never suggested. */
export const hasInCommon = ({ has, about_hours, same_college }: FitParts): boolean =>
  has.length > 0 || about_hours > 0 || same_college;

/** More skills than this are only counted, so that a sentence fits on two lines. */
const NAMED_MAX = 5;

/** "React, SQL, Go", or the first five "and 7 more". */
export const skillList = (skills: readonly string[]): string =>
  skills.length > NAMED_MAX + 1
    ? `${skills.slice(0, NAMED_MAX).join(', ')} and ${skills.length - NAMED_MAX} more`
    : skills.join(', ');

/** The start of a sentence about skills: a member's for a project, the reader's for a project, or those of a member and the reader. */
export type FitSubject = 'Has' | 'You have' | 'You both have';

/** Returns the facts in words: "Has React, SQL; missing Go", "About 6 shared hours a week", "Same college". */
export function fitWords({ has, missing, about_hours, same_college }: FitParts, subject: FitSubject): string[] {
  const missingText = missing.length > 0 ? `; missing ${skillList(missing)}` : '';
  return [
    ...(has.length > 0 ? [`${subject} ${skillList(has)}${missingText}`] : []),
    ...(about_hours > 0 ? [`About ${about_hours} shared ${about_hours === 1 ? 'hour' : 'hours'} a week`] : []),
    ...(same_college ? ['Same college'] : []),
  ];
}

import { skillList } from '../people/fit-words.js';
import { skillKey } from '../people/skills.js';

/** The required skills of a project that a member or a team has, each once in the project's spelling, and the missing ones. */
interface Coverage {
  have: readonly string[];
  missing: readonly string[];
}

export function coverageOf(required: readonly string[], held: readonly string[]): Coverage {
  const heldKeys = new Set(held.map(skillKey));
  const keys = required.map(skillKey);
  const distinct = required.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
  return {
    have: distinct.filter((skill) => heldKeys.has(skillKey(skill))),
    missing: distinct.filter((skill) => !heldKeys.has(skillKey(skill))),
  };
}

/** The required skills that a team lacks and a member would add. */
export const addedTo = (
  { required, team }: { required: readonly string[]; team: readonly string[] },
  held: readonly string[],
): readonly string[] => coverageOf(coverageOf(required, team).missing, held).have;

/** A coverage in words: "3 of 4 skills: React, SQL, Figma; missing: Go". */
export function coverageWords({ have, missing }: Coverage): string {
  const count = have.length + missing.length;
  if (have.length === 0) return `none of the required skills: ${skillList(missing)}`;
  if (missing.length > 0)
    return `${have.length} of ${count} skills: ${skillList(have)}; missing: ${skillList(missing)}`;
  return `${count === 1 ? 'the required skill' : `all ${count} required skills`}: ${skillList(have)}`;
}

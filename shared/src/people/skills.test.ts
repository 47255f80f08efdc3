import { expect, it } from 'vitest';
import { charCount } from '../core/text.js';
import { peopleLimits } from './limits.js';
import { cleanSkills, splitSkills } from './profile.js';
import { SPELLINGS, skillKey, skillKeys, spellingsOf } from './skills.js';

it.each([
  ['js', 'JavaScript'],
  ['NODE', 'Node.js'],
  ['Postgres', 'PostgreSQL'],
  ['ml', 'Machine Learning'],
  [' golang ', 'Go'],
  ['Elm', 'ELM'],
])('%s and %s are one skill', (one, other) => {
  expect(skillKey(one)).toBe(skillKey(other));
  expect(spellingsOf(one)).toEqual(spellingsOf(other));
  expect(spellingsOf(one)).toContain(one.trim().toLowerCase());
});

it.each([
  ['Java', 'JavaScript'],
  ['React', 'React Native'],
  ['C', 'C++'],
  ['constructor', 'toString'],
])('%s and %s are two', (one, other) => {
  expect(skillKey(one)).not.toBe(skillKey(other));
});

it('the table has each spelling once, in lower case, as a form would store it', () => {
  const all = SPELLINGS.flatMap((line) => line.split(', '));
  expect(new Set(all).size).toBe(all.length);
  expect(cleanSkills(all)).toEqual(all);
  for (const line of SPELLINGS) expect(splitSkills(line).length).toBeGreaterThan(1);
  for (const spelling of all) {
    expect(spelling).toBe(spelling.toLowerCase());
    expect(charCount(spelling)).toBeLessThanOrEqual(peopleLimits.skillMaxChars);
    expect(skillKeys[spelling]).toBe(skillKey(spelling));
  }
});

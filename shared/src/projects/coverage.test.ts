import { expect, it } from 'vitest';
import { addedTo, coverageOf, coverageWords } from './coverage.js';

const required = ['React', 'SQL', 'Figma', 'Go', 'golang'];

it('splits required skills into covered and missing ones, each once in the project’s spelling', () => {
  expect(coverageOf(required, ['figma', 'reactjs', 'sql', 'Rust'])).toEqual({
    have: ['React', 'SQL', 'Figma'],
    missing: ['Go'],
  });
  expect(coverageOf(required, ['GoLang']).have).toEqual(['Go']);
  expect(coverageOf([], ['Go'])).toEqual({ have: [], missing: [] });
});

it('lists the skills that a member would add to a team', () => {
  expect(addedTo({ required, team: ['SQL', 'React'] }, ['sql', 'golang', 'Figma', 'Rust'])).toEqual(['Figma', 'Go']);
  expect(addedTo({ required, team: required }, ['Go'])).toEqual([]);
});

it.each([
  [['figma', 'react', 'sql'], '3 of 4 skills: React, SQL, Figma; missing: Go'],
  [[], 'none of the required skills: React, SQL, Figma, Go'],
  [required, 'all 4 required skills: React, SQL, Figma, Go'],
])('puts %j into words: %s', (held, words) => {
  expect(coverageWords(coverageOf(required, held))).toBe(words);
});

it('gives no count if a single skill is required', () => {
  expect(coverageWords(coverageOf(['Go'], ['Go']))).toBe('the required skill: Go');
});

it('names five of many skills and counts the others, but never only one other', () => {
  const many = Array.from({ length: 9 }, (_, index) => `Skill ${index + 1}`);
  const first = 'Skill 1, Skill 2, Skill 3, Skill 4, Skill 5';
  expect(coverageWords(coverageOf(many, []))).toBe(`none of the required skills: ${first} and 4 more`);
  expect(coverageWords(coverageOf(many.slice(0, 6), []))).toBe(`none of the required skills: ${first}, Skill 6`);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dayMs } from '../core/limits.js';
import { compareFits, type Fit, type FitFacts, fit, fitWeek } from './fit-order.js';
import { fitWords, hasInCommon } from './fit-words.js';
import { skillKey } from './skills.js';

const WEEK = 2_969;
let state = 7;
const random = (below: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * below);
};
const spellings = [
  'React',
  'reactjs',
  'React.JS',
  'SQL',
  'sql',
  'Go',
  'golang',
  'JS',
  'JavaScript',
  'Figma',
  'C++',
  'cpp',
];
const randomSkills = (max: number) =>
  Array.from({ length: random(max + 1) }, () => spellings[random(spellings.length)] ?? '');
const someFacts = (id: number): FitFacts => ({
  id,
  required: randomSkills(6),
  skills: randomSkills(6),
  aboutHours: random(4) === 0 ? null : random(4),
  sameCollege: random(2) === 0,
  activeOn: random(4) === 0 ? null : `2026-11-0${1 + random(3)}`,
});

/** The same as `fit` and `compareFits`, slow and obvious. */
function slowly(a: FitFacts, b: FitFacts): number {
  const distinctSkills = (facts: FitFacts) =>
    facts.required.filter(
      (skill, at) => facts.required.findIndex((other) => skillKey(other) === skillKey(skill)) === at,
    );
  const isCovered = (facts: FitFacts, skill: string) => facts.skills.some((own) => skillKey(own) === skillKey(skill));
  const share = (facts: FitFacts) =>
    distinctSkills(facts).filter((skill) => isCovered(facts, skill)).length / (distinctSkills(facts).length + 1);
  if (Math.abs(share(a) - share(b)) > 1e-9) return share(a) > share(b) ? -1 : 1;
  const hours = (facts: FitFacts) => (facts.aboutHours === null ? 0 : facts.aboutHours);
  if (hours(a) !== hours(b)) return hours(a) > hours(b) ? -1 : 1;
  const daysOf = (facts: FitFacts) => (facts.activeOn === null ? -1 : Date.parse(facts.activeOn));
  if (daysOf(a) !== daysOf(b)) return daysOf(a) > daysOf(b) ? -1 : 1;
  const [tieA, tieB] = [fit(a, WEEK).rank.tie, fit(b, WEEK).rank.tie];
  if (tieA !== tieB) return tieA < tieB ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

it('equals a slow, obvious version of itself for 10,000 random pairs', () => {
  for (let pair = 0; pair < 10_000; pair += 1) {
    const [a, b] = [someFacts(random(50)), someFacts(random(50))];
    const order = Math.sign(compareFits(fit(a, WEEK).rank, fit(b, WEEK).rank));
    expect(order, JSON.stringify([a, b])).toBe(slowly(a, b));
    const { has, missing } = fit(a, WEEK);
    const required = a.required.filter(
      (skill, at) => a.required.findIndex((x) => skillKey(x) === skillKey(skill)) === at,
    );
    expect(required.filter((skill) => a.skills.some((own) => skillKey(own) === skillKey(skill)))).toEqual(has);
    expect(required.filter((skill) => !has.includes(skill))).toEqual(missing);
  }
});

it('orders equals differently every week, and the same within one', () => {
  const equals = Array.from({ length: 20 }, (_, id) => ({
    ...someFacts(id),
    required: [],
    aboutHours: 0,
    activeOn: null,
  }));
  const order = (week: number) =>
    equals
      .map((facts) => fit(facts, week).rank)
      .toSorted(compareFits)
      .map(({ id }) => id);
  expect(order(WEEK)).toEqual(order(WEEK));
  expect(order(WEEK)).not.toEqual(order(WEEK + 1));
  const monday = Date.parse('2026-11-23T00:00:00Z');
  expect(fitWeek(monday)).toBe(fitWeek(monday - 1) + 1);
  expect(fitWeek(monday + 7 * dayMs - 1)).toBe(fitWeek(monday));
});

it('states facts in plain words, and leaves out missing ones', () => {
  const all = { has: ['React', 'SQL'], missing: ['Go'], about_hours: 6, same_college: true };
  expect(fitWords(all, 'Has')).toEqual(['Has React, SQL; missing Go', 'About 6 shared hours a week', 'Same college']);
  expect(fitWords({ ...all, missing: [], about_hours: 1 }, 'You have')).toEqual([
    ...['You have React, SQL', 'About 1 shared hour a week', 'Same college'],
  ]);
  const nothing = { has: [], missing: ['Go'], about_hours: 0, same_college: false };
  expect(fitWords(nothing, 'Has')).toEqual([]);
  expect([hasInCommon(all), hasInCommon(nothing), hasInCommon({ ...nothing, same_college: true })]).toEqual([
    ...[true, false, true],
  ]);
});

it('orders the worked example of docs/matching.md as the page says', () => {
  const page = readFileSync(new URL('../../../docs/matching.md', import.meta.url), 'utf8');
  const [, required = ''] = /needs \*\*([^*]+)\*\*/u.exec(page) ?? [];
  const rows = [
    ...page.matchAll(/^\| (\d+) \| (\w+) \| ([^|]*) \| (\d+) \| ([\d-]+) \| (\d) ÷ (\d) \| ([^|]*) \|$/gmu),
  ];
  const found = rows.map(([, , name = '', skills = '', hours, day = '', covered, of, words = '']): [Fit, unknown[]] => {
    const facts = { id: rows.length, required: required.split(', '), skills: skills.split(', '), activeOn: day };
    const made = fit({ ...facts, aboutHours: Number(hours), sameCollege: false }, WEEK);
    return [made, [name, Number(covered), Number(of), words.trim()]];
  });
  expect(found.length).toBeGreaterThan(3);
  for (const [computed, [name, ...stated]] of found)
    expect([name, computed.rank.covered, computed.rank.required + 1, fitWords(computed, 'Has').join(' · ')]).toEqual([
      name,
      ...stated,
    ]);
  const order = found.map(([made]) => made.rank);
  expect(order.toReversed().toSorted(compareFits)).toEqual(order);
});

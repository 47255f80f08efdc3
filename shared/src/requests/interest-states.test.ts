import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actToAnswer, INTEREST_STAGES, interestActs, refusalOfInterest } from './interest-states.js';

const page = readFileSync(new URL('../../../docs/requests.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('## An interest'), page.indexOf('## Where it is'));

it('matches docs/requests.md, row for row', () => {
  const rows = Object.entries(interestActs).map(([act, { by, from, to, ends, tells, kind, place }]) => {
    const why = ends === null ? '–' : ends === 'as the project' ? ends : `\`${ends}\``;
    const told = tells === null ? '–' : `${tells}: \`${kind}\``;
    return `| ${[`\`${act}\``, by, from.join(', '), to, why, told, place].join(' | ')} |`;
  });
  expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
});

it('ends once, and allows new interest only after a denial', () => {
  for (const [act, { from }] of Object.entries(interestActs))
    expect([act, [...from]]).toEqual([act, act === 'show_interest' ? ['none', 'denied'] : ['pending']]);
  for (const [answer, act] of Object.entries(actToAnswer)) expect(interestActs[act].to).toBe(answer);
});

it('names the reason of a refusal', () => {
  expect(INTEREST_STAGES.map((stage) => refusalOfInterest('show_interest', stage))).toEqual([
    ...[null, 'ALREADY_CONNECTED', 'ALREADY_CONNECTED', null],
  ]);
  expect(INTEREST_STAGES.map((stage) => refusalOfInterest('deny', stage))).toEqual([
    ...['ALREADY_DECIDED', null, 'ALREADY_DECIDED', 'ALREADY_DECIDED'],
  ]);
});

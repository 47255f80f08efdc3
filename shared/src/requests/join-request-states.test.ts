import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REQUEST_STAGES, refusalAtStage, requestActs } from './join-request-states.js';

const page = readFileSync(new URL('../../../docs/requests.md', import.meta.url), 'utf8');

it('matches docs/requests.md, row for row', () => {
  for (const [act, { by, from, to, seat, ends, counts }] of Object.entries(requestActs)) {
    const why = ends === null ? '–' : ends === 'as the project' ? ends : `\`${ends}\``;
    const cells = [`\`${act}\``, by, from.join(', '), to, seat ?? '–', why, counts ?? '–'];
    expect(page).toContain(`| ${cells.join(' | ')} |`);
  }
});

it('only leads forward, unless a rejection is taken back or a member stays on the waitlist', () => {
  for (const [act, { from, to }] of Object.entries(requestActs))
    for (const stage of act === 'reopen' || act === 'stay' ? [] : from)
      expect(REQUEST_STAGES.indexOf(to)).toBeGreaterThan(REQUEST_STAGES.indexOf(stage));
});

it('reopens only rejected requests, whatever the waitlist', () => {
  expect(REQUEST_STAGES.filter((stage) => refusalAtStage('reopen', stage) === null)).toEqual(['rejected']);
  expect(refusalAtStage('reopen', 'in_line')).toBe('ALREADY_DECIDED');
});

it('names the reason of a refusal', () => {
  expect(REQUEST_STAGES.map((stage) => refusalAtStage('accept', stage))).toEqual([
    null,
    'IN_LINE',
    'IN_LINE',
    ...Array.from({ length: 3 }, () => 'ALREADY_DECIDED'),
  ]);
  expect(REQUEST_STAGES.map((stage) => refusalAtStage('stay', stage))).toEqual([
    'NOT_ON_WAITLIST',
    null,
    'NOT_ON_WAITLIST',
    ...Array.from({ length: 3 }, () => 'ALREADY_DECIDED'),
  ]);
  expect(REQUEST_STAGES.map((stage) => refusalAtStage('take_offer', stage))).toEqual([
    'NOT_OFFERED',
    'NOT_OFFERED',
    null,
    ...Array.from({ length: 3 }, () => 'ALREADY_DECIDED'),
  ]);
});

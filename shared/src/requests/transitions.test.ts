import { readFileSync } from 'node:fs';
import { actsOf, stageOfInterest } from '@sangam/testing/requests/rows';
import { expect, it } from 'vitest';
import { noticeKinds } from '../notices/notification-kinds.js';
import { REQUEST_KINDS, REQUEST_STAGES, type RequestKind, refusalAtStage, requestActs } from './transitions.js';

const page = readFileSync(new URL('../../../docs/requests.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('## A join request or interest'), page.indexOf('## An invitation'));
const ofKinds = (kinds: readonly RequestKind[]) =>
  kinds.length === REQUEST_KINDS.length ? 'both' : kinds.join().replace('_', ' ');

it('matches docs/requests.md, row for row', () => {
  const rows = Object.entries(requestActs).map(([act, row]) => {
    const { of, by, from, to, deadline, seat, ends, notifies } = row;
    const why = ends === null ? '' : ends === 'as the project' ? ends : `\`${ends}\``;
    const notified = Object.entries(notifies).map(([side, kind]) => `${side}: \`${kind}\``);
    const cells = [`\`${act}\``, ofKinds(of), by, from.join(', '), to ?? 'the same', deadline ?? '', seat ?? '', why];
    return `| ${[...cells, notified.join('; ')].join(' | ')} |`.replaceAll('  ', ' ');
  });
  expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
});

it('only leads forward, unless a rejection is taken back or a member stays on the waitlist', () => {
  for (const [act, { from, to }] of Object.entries(requestActs))
    for (const stage of from)
      if (to !== null && !['ask', 'reopen', 'stay'].includes(act))
        expect(REQUEST_STAGES.indexOf(to)).toBeGreaterThan(REQUEST_STAGES.indexOf(stage));
});

it('ends each pending request of both kinds by its deadline, and frees its place among the five with each end', () => {
  for (const kind of REQUEST_KINDS) {
    expect(actsOf(kind)).toEqual(
      expect.arrayContaining(['ask', 'remind', 'withdraw', 'run_out', 'end', 'vanish', 'move']),
    );
    for (const act of actsOf(kind)) {
      const { from, to, place, deadline } = requestActs[act];
      const endsPending = (from as readonly string[]).includes('pending') && to !== null && to !== 'pending';
      expect([act, place === 'given back', deadline === 'ends']).toEqual([act, endsPending, endsPending]);
    }
  }
  for (const act of actsOf('interest'))
    expect([act, ['taken', 'held'].includes(requestActs[act].seat ?? '')]).toEqual([act, false]);
});

it('names only notifications that exist, for each of its kinds', () => {
  const prefix = { join_request: 'request', interest: 'interest' };
  for (const { of, notifies } of Object.values(requestActs))
    for (const each of Object.values(notifies).flatMap((kinds) => kinds.split(', ')))
      for (const kind of of)
        expect(noticeKinds).toHaveProperty([each.includes(':') ? each : `${prefix[kind]}:${each}`]);
});

it('tells an interest without an answer from a denied one', () => {
  expect(stageOfInterest({ status: 'approved' })).toBe(requestActs.approve.to);
  expect(stageOfInterest({ status: 'denied' })).toBe(requestActs.deny.to);
  expect(stageOfInterest({ status: 'denied', ended_by: 'withdrawn' })).toBe('withdrawn');
});

it('reopens only rejected requests, whatever the waitlist', () => {
  expect(REQUEST_STAGES.filter((stage) => refusalAtStage('reopen', stage) === null)).toEqual(['rejected']);
  expect(refusalAtStage('reopen', 'waitlisted')).toBe('ALREADY_DECIDED');
});

it('names the reason of a refusal', () => {
  expect(REQUEST_STAGES.slice(1).map((stage) => refusalAtStage('accept', stage))).toEqual([
    null,
    'IN_LINE',
    'IN_LINE',
    ...Array.from({ length: 3 }, () => 'ALREADY_DECIDED'),
  ]);
  expect(REQUEST_STAGES.slice(1).map((stage) => refusalAtStage('take_offer', stage))).toEqual([
    'NOT_OFFERED',
    'NOT_OFFERED',
    null,
    ...Array.from({ length: 3 }, () => 'ALREADY_DECIDED'),
  ]);
});

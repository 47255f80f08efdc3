import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { noticeKinds } from '../notices/notification-kinds.js';
import { INVITATION_STAGES, invitationActs, isAllowedAt } from './invitation-transitions.js';

const page = readFileSync(new URL('../../../docs/requests.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('## An invitation'));

it('matches docs/requests.md, row for row', () => {
  const rows = Object.entries(invitationActs).map(([act, { by, from, to, deadline, seat, ends, notifies }]) => {
    const why = ends === null ? '' : ends === 'as the project' ? ends : `\`${ends}\``;
    const notified = Object.entries(notifies).map(([side, kind]) => `${side}: \`${kind}\``);
    const cells = [`\`${act}\``, by, from.join(', '), to ?? 'the same', deadline ?? '', seat ?? '', why];
    return `| ${[...cells, notified.join('; ')].join(' | ')} |`.replaceAll('  ', ' ');
  });
  expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
});

it('only leads forward, and gives back the place of the sender with each end', () => {
  for (const [act, { from, to, place, deadline }] of Object.entries(invitationActs)) {
    for (const stage of from)
      if (to !== null) expect(INVITATION_STAGES.indexOf(to)).toBeGreaterThan(INVITATION_STAGES.indexOf(stage));
    const isEnd = to !== null && to !== 'queued' && to !== 'pending';
    expect([act, place === 'given back', deadline === 'ends']).toEqual([act, isEnd || act === 'lapse', isEnd]);
  }
});

it('names only notifications that exist', () => {
  for (const { notifies } of Object.values(invitationActs))
    for (const kind of Object.values(notifies).flatMap((kinds) => kinds.split(', ')))
      expect(noticeKinds).toHaveProperty([kind.includes(':') ? kind : `invitation:${kind}`]);
});

it('lets nobody answer an invitation that is queued or over', () => {
  expect(INVITATION_STAGES.filter((stage) => isAllowedAt('accept', stage))).toEqual(['pending']);
  expect(INVITATION_STAGES.filter((stage) => isAllowedAt('decline', stage))).toEqual(['pending']);
  expect(INVITATION_STAGES.filter((stage) => isAllowedAt('withdraw', stage))).toEqual(['queued', 'pending']);
});

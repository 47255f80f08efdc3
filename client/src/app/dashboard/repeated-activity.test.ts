import type { Activity } from '@sangam/shared/app/dashboard';
import { expect, it } from 'vitest';
import { inboxItem } from '../../testing/samples';
import { withoutRepeated } from './repeated-activity';

const line = (id: number, kind: string, project_id: number, member_id: number | null = null): Activity => ({
  id,
  kind,
  project_id,
  member_id,
  type: 'other',
  icon: 'Target',
  message: kind,
  time: '2026-11-01T00:00:00.000Z',
  user_id: null,
});
const nothing = { requests: [], interests: [], missed: [] };
const idsOf = (lines: readonly Activity[]) => lines.map(({ id }) => id);

it('leaves out pending requests and interest, and keeps answered ones', () => {
  const lines = [
    line(5, 'request:received', 1, 7),
    line(4, 'interest:received', 1, 7),
    line(3, 'request:received', 1, 8),
  ];
  const pending = [{ project_id: 1, member_id: 7 }];
  expect(idsOf(withoutRepeated(lines, { ...nothing, requests: pending }))).toEqual([4, 3]);
  expect(idsOf(withoutRepeated(lines, { ...nothing, interests: pending }))).toEqual([5, 3]);
  expect(idsOf(withoutRepeated(lines, nothing))).toEqual([5, 4, 3]);
});

it('leaves out the newest line of each missed notification', () => {
  const missed = [
    inboxItem(9, { kind: 'seat:left', project_id: 1, actor: { id: 7, name: 'Bina' } }),
    inboxItem(8, { kind: 'request:rejected', project_id: 2, actor: { id: 3, name: 'Asha' } }),
  ];
  const lines = [
    line(6, 'member:left', 1, 7),
    line(5, 'member:left', 1, 7),
    line(4, 'member:left', 1, 8),
    line(3, 'request:rejected', 2),
    line(2, 'request:rejected', 3),
  ];
  expect(idsOf(withoutRepeated(lines, { ...nothing, missed }))).toEqual([5, 4, 2]);
});

it('leaves out the request of a member who joined, and keeps a later one', () => {
  const lines = [
    line(6, 'request:received', 1, 7),
    line(5, 'member:joined', 1, 7),
    line(4, 'request:received', 1, 7),
    line(3, 'request:received', 1, 8),
    line(2, 'request:received', 2, 7),
    line(1, 'request:received', 1, 7),
  ];
  expect(idsOf(withoutRepeated(lines, nothing))).toEqual([6, 5, 3, 2, 1]);
  const own = [line(3, 'seat:taken', 1, 9), line(2, 'seat:offered', 1), line(1, 'request:sent', 1)];
  expect(idsOf(withoutRepeated(own, nothing))).toEqual([3]);
});

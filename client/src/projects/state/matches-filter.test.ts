import { expect, it } from 'vitest';
import { project } from '../../testing/samples';
import { matchesFilter } from './matches-filter';
import { noFilter } from './project-filter';

const shown = project(7, {
  title: 'Night bus',
  creator_name: 'Asha',
  required_skills: ['JS', 'React Native'],
  max_members: 2,
  roles: [{ id: 1, name: 'Sound design', seats: 1, taken: 0, skills: ['Ableton'] }],
});

it.each([
  [{ skill: 'javascript' }, true],
  [{ skill: 'JS' }, true],
  [{ skill: 'React' }, false],
  [{ skill: 'Go, js' }, true],
  [{ skill: 'Go,SQL' }, false],
  [{ skill: 'js, React native', allSkills: true }, true],
  [{ skill: 'js,Go', allSkills: true }, false],
  [{ role: 'SOUND design' }, true],
  [{ role: ' sóund-dESIGN ' }, true],
  [{ role: 'sound' }, false],
  [{ search: 'sound able' }, true],
  [{ hours: 3 }, true],
  [{ search: 'JavaScript' }, true],
  [{ search: 'react' }, true],
  [{ search: 'ASHA' }, true],
  [{ search: 'bus night' }, true],
  [{ search: 'ight' }, true],
  [{ search: 'ig' }, true],
  [{ search: 'night bus asha' }, true],
  [{ search: 'java' }, false],
  [{ category: 'other' as const }, false],
  [{ openSeats: true }, true],
  [{ openSeats: true, skill: 'Go' }, false],
])('a filter by %o: %s', (filter, matches) => {
  expect(matchesFilter(shown, { ...noFilter, ...filter })).toBe(matches);
});

it('only open projects count as having open seats', () => {
  const filter = { ...noFilter, openSeats: true };
  expect(matchesFilter({ ...shown, current_members: 2, member_count: 2 }, filter)).toBe(false);
  expect(matchesFilter({ ...shown, offered_seats: 1 }, filter)).toBe(false);
  expect(matchesFilter({ ...shown, state: 'closed' }, filter)).toBe(false);
  expect(matchesFilter({ ...shown, seeks_creator_until: '2999-01-01T00:00:00.000Z' }, filter)).toBe(false);
});

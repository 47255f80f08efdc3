import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ProjectLine } from '../../chat/screens/cards/LinkedCards';
import { moment } from '../../core/store/table';
import { ProjectCard } from '../../projects/screens/parts/ProjectCard';
import { matchesFilter } from '../../projects/state/matches-filter';
import { noFilter } from '../../projects/state/project-filter';
import { projects } from '../../projects/state/project-table';
import { useJoinState } from '../../requests/state/join-state';
import { useIsFull } from '../../requests/state/waitlist';
import { show } from '../../testing/render';
import { member, OTHER, project } from '../../testing/samples';

function States({ shown }: { shown: ReturnType<typeof project> }) {
  return (
    <>
      <p>{`${useJoinState(shown)}, ${useIsFull(shown.id) ? 'full' : 'free'}`}</p>
      <ProjectLine project={shown} />
    </>
  );
}

it.each([
  [2, 'full, full', 'No free seat', false],
  [3, 'stranger, free', '1 free seat', true],
] as const)('all screens count a reserved seat among %i as taken', (max_members, states, words, isListed) => {
  const shown = project(31, { creator_id: OTHER, max_members, current_members: 1, offered_seats: 1 });
  projects.merge([shown], moment());
  show(<States shown={shown} />, { as: member });
  screen.getByText(states);
  screen.getByText(new RegExp(`^${words}`, 'u'));
  expect(matchesFilter(shown, { ...noFilter, openSeats: true })).toBe(isListed);
});

it('shows no free seats while the project looks for a new creator', () => {
  const roles = [{ id: 1, name: 'Backend', seats: 1, taken: 0, skills: [] }];
  const shown = project(32, { creator_id: OTHER, roles, seeks_creator_until: '2026-01-08T00:00:00.000Z' });
  projects.merge([shown], moment());
  show(
    <>
      <ProjectLine project={shown} />
      <ProjectCard project={shown} when="" />
    </>,
    { as: member },
  );
  expect(screen.getAllByText('Looking for a new creator')).toHaveLength(2);
  expect(screen.queryByText(/free seat|^Needs/u)).toBeNull();
});

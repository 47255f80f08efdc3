import type { Project } from '@sangam/shared/projects/projects';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { moment } from '../../../core/store/table';
import { JoinButton } from '../../../requests/screens/join/JoinButton';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { member, project } from '../../../testing/samples';
import { loadProjects } from '../../state/project-list';
import { projects } from '../../state/project-table';
import { ProjectList } from './ProjectList';

const rendered = vi.hoisted((): number[] => []);
vi.mock('../parts/ProjectCard', async (importActual) => {
  const actual = await importActual<typeof import('../parts/ProjectCard')>();
  return {
    ProjectCard(props: Parameters<typeof actual.ProjectCard>[0]) {
      rendered.push(props.project.id);
      return actual.ProjectCard(props);
    },
  };
});

it('a change to a project renders only its own card, or no card if it is not listed', async () => {
  const listed = Array.from({ length: 20 }, (_, n): Project => project(n + 1, { title: `Project ${n + 1}` }));
  fakeServer({ 'GET /api/projects': () => ({ body: { success: true, data: { projects: listed, has_more: false } } }) });
  show(<ProjectList Action={JoinButton} />, { as: member });
  await act(() => loadProjects());
  expect(new Set(rendered).size).toBe(20);

  rendered.length = 0;
  act(() => projects.merge([{ ...project(7), title: 'Renamed' }], moment()));
  screen.getByText('Renamed');
  expect(rendered).toEqual([7]);

  rendered.length = 0;
  act(() => projects.merge([project(99)], moment()));
  expect(rendered).toEqual([]);
});

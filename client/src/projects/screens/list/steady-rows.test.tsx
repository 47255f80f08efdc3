import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { resetStores } from '../../../core/store/reset';
import { JoinButton } from '../../../requests/screens/join/JoinButton';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { member, OTHER, project } from '../../../testing/samples';
import { dropProject } from '../../state/project-changes';
import { noFilter } from '../../state/project-filter';
import { loadProjects, refreshProjects, setProjectFilter, showFreshProjects } from '../../state/project-list';
import { projects } from '../../state/project-table';
import { ProjectList } from './ProjectList';

const titles = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
const drop = (id: number) => act(() => dropProject({ id, title: `Project ${id}`, creator_id: OTHER }));

it('a project that is deleted or hidden keeps its place until the filter changes, so no other card moves', async () => {
  const named = (id: number) => project(id, { title: `Project ${id}`, creator_id: OTHER });
  let all = [9, 7, 5, 3].map(named);
  fakeServer({ 'GET /api/projects': () => ({ body: { success: true, data: { projects: all, has_more: false } } }) });
  show(<ProjectList Action={JoinButton} />, { as: member });
  await act(() => loadProjects());
  for (const id of [9, 7, 3]) drop(id);
  expect(titles()).toEqual(['Project 9', 'Project 7', 'Project 5', 'Project 3']);
  expect(screen.getAllByText('No longer available')).toHaveLength(3);
  expect(screen.getAllByRole('button', { name: /^Join/u })).toHaveLength(1);

  all = [named(5)];
  await act(() => refreshProjects());
  expect(titles()).toEqual(['Project 9', 'Project 7', 'Project 5', 'Project 3']);
  act(() => void projects.upsert(named(11)));
  act(showFreshProjects);
  expect(titles()).toEqual(['Project 9', 'Project 7', 'Project 11', 'Project 5', 'Project 3']);
  await act(() => setProjectFilter({ ...noFilter, search: 'project' }));
  expect(titles()).toEqual(['Project 5']);
});

it('a project leaves the list at once if it stays known, as under a narrower filter', async () => {
  const all = [9, 7].map((id) => project(id, { title: `Project ${id}`, creator_id: OTHER }));
  fakeServer({ 'GET /api/projects': () => ({ body: { success: true, data: { projects: all, has_more: false } } }) });
  show(<ProjectList Action={JoinButton} />, { as: member });
  await act(() => loadProjects());
  all.shift();
  await act(() => refreshProjects());
  expect(titles()).toEqual(['Project 7']);
});

it('a deleted project stays below the nearest project above it that is still listed', async () => {
  let all = [9, 7, 5, 3].map((id) => project(id, { title: `Project ${id}`, creator_id: OTHER }));
  fakeServer({ 'GET /api/projects': () => ({ body: { success: true, data: { projects: all, has_more: false } } }) });
  show(<ProjectList Action={JoinButton} />, { as: member });
  await act(() => loadProjects());
  drop(5);
  all = all.filter(({ id }) => id === 9 || id === 3);
  await act(() => refreshProjects());
  expect(titles()).toEqual(['Project 9', 'Project 5', 'Project 3']);
});

it('keeps no row of the last member, and says that the next one’s list failed to load', async () => {
  let reply: object | 'network' = {
    body: { success: true, data: { projects: [project(9, { creator_id: OTHER })], has_more: false } },
  };
  fakeServer({ 'GET /api/projects': () => reply });
  show(<ProjectList Action={JoinButton} />, { as: member });
  await act(() => loadProjects());
  expect(titles()).toEqual(['Project 9']);
  reply = 'network';
  act(resetStores);
  await act(() => loadProjects());
  screen.getByText('Failed to load projects');
});

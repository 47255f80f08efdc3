import { act, screen, waitFor } from '@testing-library/react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { positionIn } from '../../../lib/links/positions';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { project } from '../../../testing/samples';
import { noFilter } from '../../state/project-filter';
import { setProjectFilter, useProjectList } from '../../state/project-list';
import { ProjectFilters } from './ProjectFilters';
import { filterLink, readFilter, useFilterInAddress, useProjectsOfAddress } from './use-project-filter';

it.each([
  ['', '/projects'],
  ['?search=%20rover%20&category=ai-ml&other=1', '/projects?search=rover&category=ai-ml'],
  ['?search=&category=no-such', '/projects'],
  ['?category=other', '/projects?category=other'],
  ['?skill=%20C%23%20&open_seats=yes', '/projects?skill=C%23&open_seats=yes'],
  [`?skill=${'a'.repeat(300)}&open_seats=no`, `/projects?skill=${'a'.repeat(200)}`],
  ['?sort=open_seats&search=rover', '/projects?search=rover&sort=open_seats'],
  ['?sort=closing_soon', '/projects?sort=closing_soon'],
  [
    '?skill=Go,SQL&match=all&role=Backend&hours=4&sort=fit',
    '/projects?skill=Go%2CSQL&match=all&role=Backend&hours=4&sort=fit',
  ],
  ['?match=all&hours=169', '/projects'],
  ['?sort=oldest', '/projects'],
  [`?search=${'a'.repeat(200)}`, `/projects?search=${'a'.repeat(100)}`],
])('the filter of %j has the address %s', (query, link) => {
  expect(filterLink(readFilter(query))).toBe(link);
});

function Filtered() {
  useProjectsOfAddress();
  useFilterInAddress();
  return <p>{useLocation().search}</p>;
}

it('keeps text typed while the address changes, and writes it into the address afterwards', async () => {
  fakeServer({ 'GET /api/projects': () => ({ body: { success: true, data: { projects: [], has_more: false } } }) });
  vi.useFakeTimers();
  show(<Filtered />, { path: '/projects' });
  const type = (search: string) => void setProjectFilter({ ...noFilter, search });
  act(() => type('zq'));
  act(() => {
    vi.advanceTimersByTime(400);
    type('z');
  });
  expect(useProjectList.getState().filter.search).toBe('z');
  act(() => void vi.advanceTimersByTime(400));
  expect(document.querySelector('p')?.textContent).toBe('?search=z');
  expect(useProjectList.getState().filter.search).toBe('z');
});

it('a skill filters once it is complete: chosen, entered, or when its field is left', async () => {
  const { of } = fakeServer({
    'GET /api/projects': () => ({ body: { success: true, data: { projects: [], has_more: false } } }),
    'GET /api/users/suggestions': () => ({ body: { success: true, data: { colleges: [], skills: ['React', 'Go'] } } }),
  });
  const user = show(<ProjectFilters />, { path: '/projects' });
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  const skill = await screen.findByLabelText<HTMLInputElement>('Skill');
  expect(document.activeElement).toBe(skill);
  const asked = () => of('GET /api/projects').map(({ query }) => query.get('skill'));
  await waitFor(() => expect(document.querySelectorAll('option[value="Go"]')).toHaveLength(1));
  await user.type(skill, 'Rea');
  expect(asked()).toEqual([]);
  await user.type(skill, 'ct');
  expect(asked()).toEqual(['React']);
  await user.type(skill, ' Native{Enter}');
  expect(asked()).toEqual(['React', 'React Native']);
  await user.clear(skill);
  expect(asked()).toEqual(['React', 'React Native', null]);
  await user.type(skill, 'js');
  await user.click(screen.getByLabelText('Free seats only'));
  expect(useProjectList.getState().filter).toEqual({ ...noFilter, skill: 'js', openSeats: true });
  expect(of('GET /api/projects').at(-1)?.query.get('open_seats')).toBe('yes');
});

it('asks the server for the chosen order, and offers the best match instead of the newest for a search', async () => {
  const { of } = fakeServer({
    'GET /api/projects': () => ({ body: { success: true, data: { projects: [], has_more: false } } }),
  });
  const user = show(<ProjectFilters />, { path: '/projects' });
  const sort = screen.getByLabelText<HTMLSelectElement>('Sort by');
  expect(sort.selectedOptions[0]?.textContent).toBe('Newest first');
  await user.selectOptions(sort, 'Most open seats');
  expect(of('GET /api/projects').at(-1)?.query.get('sort')).toBe('open_seats');
  expect(of('GET /api/projects').at(-1)?.query.get('active')).toBe('yes');
  await user.selectOptions(sort, '');
  await user.type(screen.getByLabelText('Search projects'), 'r');
  expect(sort.selectedOptions[0]?.textContent).toBe('Best match first');
});

it('hides the added filters only while none is in use, and has buttons that clear a search or skill', async () => {
  fakeServer({
    'GET /api/projects': () => ({ body: { success: true, data: { projects: [], has_more: false } } }),
    'GET /api/users/suggestions': () => ({ body: { success: true, data: { colleges: [], skills: [] } } }),
  });
  const user = show(<ProjectFilters />, { path: '/projects' });
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  await user.type(await screen.findByLabelText('Skill'), 'Go{Enter}');
  expect(screen.queryByRole('button', { name: 'Fewer filters' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Clear skill' }));
  expect(useProjectList.getState().filter).toEqual(noFilter);
  expect(document.activeElement).toBe(screen.getByLabelText('Skill'));
  await user.click(screen.getByRole('button', { name: 'Fewer filters' }));
  expect(screen.queryByLabelText('Skill')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More filters' }));
  const search = screen.getByLabelText<HTMLInputElement>('Search projects');
  await user.type(search, 'bus');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect([search.value, document.activeElement]).toEqual(['', search]);
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
});

it('Enter completes a half-typed skill or role in the filters', async () => {
  fakeServer({
    'GET /api/projects': () => ({ body: { success: true, data: { projects: [], has_more: false } } }),
    'GET /api/users/suggestions': () => ({
      body: { success: true, data: { colleges: [], skills: ['React', 'Figma'], roles: ['Backend'] } },
    }),
  });
  const user = show(<ProjectFilters />, { path: '/projects' });
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  const skill = await screen.findByLabelText<HTMLInputElement>('Skill');
  await waitFor(() => expect(document.querySelectorAll('option[value="Figma"]')).toHaveLength(1));
  await user.type(skill, 'Fig{Enter}');
  expect(skill.value).toBe('Figma');
  await user.type(skill, ', reac{Enter}');
  expect(useProjectList.getState().filter.skill).toBe('Figma, React');
  await user.type(screen.getByLabelText('Role'), 'back{Enter}');
  expect(useProjectList.getState().filter.role).toBe('Backend');
});

function Lists() {
  useProjectsOfAddress();
  const navigate = useNavigate();
  return (
    <>
      <Link to="/projects?search=rover">Found</Link>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  );
}

it('notes the number of loaded projects only for the list they belong to', async () => {
  const answerWith = (count: number) => () => ({
    body: {
      success: true,
      data: { projects: Array.from({ length: count }, (_, index) => project(index + 1)), has_more: false },
    },
  });
  fakeServer({ 'GET /api/projects': answerWith(5) });
  const user = show(<Lists />, { path: '/projects' });
  const noted = () => positionIn('default /projects').listed;
  await waitFor(() => expect(noted()).toBe(5));
  fakeServer({ 'GET /api/projects': answerWith(2) });
  await user.click(screen.getByText('Found'));
  await waitFor(() => expect(useProjectList.getState().list.data).toHaveLength(2));
  fakeServer({ 'GET /api/projects': () => new Promise(() => undefined) });
  await user.click(screen.getByText('Back'));
  await waitFor(() => expect(useProjectList.getState().filter).toEqual(noFilter));
  expect(noted()).toBe(5);
});

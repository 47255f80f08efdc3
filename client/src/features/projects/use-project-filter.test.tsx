import { act } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { setProjectFilter, useProjectList } from '../../stores/projects';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { filterLink, readFilter, useFilterInAddress, useProjectsOfAddress } from './use-project-filter';

it.each([
  ['', '/projects'],
  ['?search=%20rover%20&category=ai-ml&other=1', '/projects?search=rover&category=ai-ml'],
  ['?search=&category=no-such', '/projects'],
  ['?category=other', '/projects?category=other'],
  [`?search=${'a'.repeat(200)}`, `/projects?search=${'a'.repeat(100)}`],
])('the filter of %j has the address %s', (query, link) => {
  expect(filterLink(readFilter(query))).toBe(link);
});

function Filtered() {
  useProjectsOfAddress();
  useFilterInAddress();
  return <p>{useLocation().search}</p>;
}

it('what is typed while the address changes stays, and goes into the address next', async () => {
  fakeServer({ 'GET /api/projects': () => ({ body: { success: true, data: { projects: [], has_more: false } } }) });
  vi.useFakeTimers();
  show(<Filtered />, { path: '/projects' });
  const type = (search: string) => void setProjectFilter({ search, category: null });
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

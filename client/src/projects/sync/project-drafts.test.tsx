import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { writeFormDraft } from '../../core/forms/form-drafts';
import { countFormDrafts } from '../../core/forms/stored-drafts';
import { useSession } from '../../core/session/session';
import { fakeServer, refusal } from '../../testing/fake-server';
import { ME, member, OTHER, project } from '../../testing/samples';
import { projectsLive } from '../live';
import { dropProject } from '../state/project-changes';
import './project-drafts';

const forms = () => Object.keys(localStorage).map((key) => key.replace(`form:${ME}:`, ''));
const draft = (...names: string[]) => {
  localStorage.clear();
  useSession.setState({ status: 'signed-in', user: member, end: null });
  for (const name of names) writeFormDraft(name, { title: 'Wells' });
};

it('deletes the drafts of a project that is deleted or hidden while a tab is open, and no others', () => {
  draft('edit:7', 'join:7', 'join:8', 'about');
  dropProject({ id: 7, title: 'Wells', creator_id: OTHER });
  expect(forms().toSorted()).toEqual(['about', 'join:8']);
});

it('on connecting, deletes drafts of projects that have gone, or that the member can no longer edit or ask to join', async () => {
  const page = (id: number, creator_id: number, is_member = false) => ({
    body: { success: true, project: project(id, { creator_id }), team: [], is_member, connections: [], offer: null },
  });
  const pages: Record<string, () => unknown> = {
    1: () => refusal(404, 'NOT_FOUND', 'This project doesn’t exist.'),
    2: () => page(2, ME),
    3: () => page(3, OTHER, true),
    4: () => page(4, OTHER),
    5: () => 'network',
  };
  const { of } = fakeServer({
    'GET /api/projects/:id': ({ path }) => pages[path.split('/').at(-1) ?? '']?.() as never,
  });
  draft('edit:1', 'join:1', 'edit:2', 'edit:3', 'join:3', 'join:4', 'join:5', 'project');
  const { connected } = projectsLive.start(ME, new AbortController().signal);
  connected();
  await waitFor(() => expect(forms().toSorted()).toEqual(['edit:2', 'join:4', 'join:5', 'project']));
  expect(countFormDrafts(ME)).toBe(4);
  localStorage.clear();
  const before = of('GET /api/projects/:id').length;
  connected();
  await vi.dynamicImportSettled();
  expect(of('GET /api/projects/:id')).toHaveLength(before);
});

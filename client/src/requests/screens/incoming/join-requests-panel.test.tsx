import { dayMs } from '@sangam/shared/core/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { moment } from '../../../core/store/table';
import { projects } from '../../../projects/state/project-table';
import { fakeServer, type refusal } from '../../../testing/fake-server';
import { leave, show } from '../../../testing/render';
import { joinRequest, member, project } from '../../../testing/samples';
import { requests } from '../../state/requests';
import { JoinRequestsPanel } from './JoinRequestsPanel';

type Reply = ReturnType<typeof refusal>;
const button = (name: string) => screen.getByRole('button', { name });

it('the creator’s page lists the applicants with their answers', async () => {
  const ok = (data: object): Reply => ({ body: { success: true, data } });
  const { of } = fakeServer({
    'GET /api/project-requests/incoming': () => ok({ requests: [joinRequest()], has_more: false, total: 1 }),
    'PUT /api/project-requests/:id/status': (_, id) =>
      ok({ request: joinRequest({ id, status: 'accepted' }), current_members: 2 }),
  });
  const user = show(<JoinRequestsPanel project={project(7)} teamSkills={[]} />, { as: member });
  await screen.findByText('1 pending request');
  expect(of('GET /api/project-requests/incoming')[0]?.query.get('project_id')).toBe('7');
  act(() => {
    const answers = [{ question: 'Why this?', answer: 'It flies.' }];
    requests.upsert(joinRequest({ id: 6, user_name: 'Devi Rao', answers }));
    requests.upsert(joinRequest({ id: 8, project_id: 9 }));
  });
  screen.getByText('2 pending requests');
  // The new row waits while the reader may be about to press.
  expect((await screen.findByRole('term', undefined, { timeout: 10_000 })).textContent).toBe('Why this?');
  expect(screen.getByRole('definition').textContent).toBe('It flies.');
  await user.click(button('Accept Devi Rao'));
  await screen.findByText('1 pending request');
  button('Accept Other');
});

it('says in a line of the list that requests failed to load, and retries', async () => {
  let reply: () => Reply = () => 'network';
  fakeServer({ 'GET /api/project-requests/incoming': () => reply() });
  const user = show(<JoinRequestsPanel project={project(7)} teamSkills={[]} />, { as: member });
  await screen.findByText('Failed to load join requests');
  // No alert, as on the dashboard: the other parts of the page may have loaded.
  expect(screen.queryByRole('alert')).toBeNull();
  reply = () => ({ body: { success: true, data: { requests: [joinRequest()], has_more: false, total: 1 } } });
  await user.click(button('Retry'));
  await screen.findByText('1 pending request');
});

it('shows eight of an applicant’s skills and counts the others, so that the buttons stay near', async () => {
  const skills = Array.from({ length: 30 }, (_, index) => `Skill ${index + 1}`);
  const requests = [joinRequest({ id: 5, user_name: 'Asha', user_skills: skills })];
  fakeServer({
    'GET /api/project-requests/incoming': () => ({ body: { success: true, data: { requests, total: 1 } } }),
  });
  show(<JoinRequestsPanel project={project(7, { required_skills: skills })} teamSkills={[]} />, { as: member });
  const list = await screen.findByRole('list', { name: 'Skills' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(9);
  within(list).getByText('+22 more');
  const first = 'Skill 1, Skill 2, Skill 3, Skill 4, Skill 5 and 25 more';
  screen.getByText(`The team has none of the required skills: ${first}.`);
  screen.getByRole('checkbox', { name: `Preview the team with Asha: adds ${first}` });
});

it('each request shows the skills it adds, and the preview shows the team’s skills with the selected ones', async () => {
  const asha = joinRequest({ id: 5, user_name: 'Asha', user_skills: ['golang', 'Rust'] });
  const bina = joinRequest({ id: 6, user_name: 'Bina', user_skills: ['figma', 'Go'] });
  const chitra = joinRequest({ id: 8, user_name: 'Chitra', user_skills: ['react'] });
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [chitra, bina, asha], has_more: false, total: 3 } },
    }),
  });
  const shown = project(7, { required_skills: ['React', 'Go', 'Figma', 'SQL'], max_members: 2 });
  const user = show(<JoinRequestsPanel project={shown} teamSkills={['ReactJS']} />, { as: member });
  await screen.findByText('The team has 1 of 4 skills: React; missing: Go, Figma, SQL.');
  const box = (name: string) => screen.getByRole('checkbox', { name });
  await user.click(box('Preview the team with Asha: adds Go'));
  screen.getByText('With Asha, the team would have 2 of 4 skills: React, Go; missing: Figma, SQL.');
  await user.click(box('Preview the team with Bina: adds Go, Figma'));
  screen.getByText(
    'With Asha, Bina, the team would have 3 of 4 skills: React, Go, Figma; missing: SQL. Free seats: 1.',
  );
  await user.click(box('Preview the team with Asha: adds Go'));
  screen.getByText('Adds none of the missing skills');
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  act(() => requests.patch(6, { status: 'accepted' }));
  screen.getByText('The team has 1 of 4 skills: React; missing: Go, Figma, SQL.');
});

it('keeps what requests add in its place while the creator may be about to press, although a new member brings it', async () => {
  const both = [joinRequest({ id: 5, user_name: 'Asha', user_skills: ['Go'] })];
  both.push(joinRequest({ id: 6, user_name: 'Bina', user_skills: ['Go'] }));
  fakeServer({
    'GET /api/project-requests/incoming': () => ({ body: { success: true, data: { requests: both, total: 2 } } }),
    'PUT /api/project-requests/:id/status': (_, id) => ({
      body: { success: true, data: { request: { ...both[0], id, status: 'accepted' }, current_members: 2 } },
    }),
  });
  let join = () => {};
  function Panel() {
    const [team, setTeam] = useState<string[]>([]);
    join = () => setTeam(['Go']);
    return <JoinRequestsPanel project={project(7, { required_skills: ['Go'] })} teamSkills={team} />;
  }
  const user = show(<Panel />, { as: member });
  const preview = (name: string) => screen.queryByText(`Preview the team with ${name}: adds Go`);
  await waitFor(() => expect(preview('Bina')).not.toBeNull());
  await user.click(button('Accept Asha'));
  act(join);
  await screen.findByText(/^The team has (?!none)/u);
  expect(preview('Bina')).not.toBeNull();
  expect(preview('Asha')?.closest('[inert]')).not.toBeNull();
  await leave(user);
  await waitFor(() => expect(preview('Bina')).toBeNull(), { timeout: 8_000 });
});

it('a single request has only the team’s skills above it, and the consequence of accepting below it', async () => {
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [joinRequest()], has_more: false, total: 1 } },
    }),
  });
  show(<JoinRequestsPanel project={project(7, { required_skills: ['Go'] })} teamSkills={[]} />, { as: member });
  await screen.findByText('The team has none of the required skills: Go.');
  const note = screen.getByText('Members you accept can read the whole team chat.');
  expect(screen.getByRole('article').compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('a project without required skills has no checkboxes', async () => {
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [joinRequest()], has_more: false, total: 1 } },
    }),
  });
  show(<JoinRequestsPanel project={project(7, { required_skills: [] })} teamSkills={[]} />, { as: member });
  await screen.findByText('1 pending request');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('a team that lacks no skill has no checkboxes and no preview', async () => {
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [joinRequest()], has_more: false, total: 1 } },
    }),
  });
  const complete = project(7, { required_skills: ['Go'], max_members: 2 });
  show(<JoinRequestsPanel project={complete} teamSkills={['golang']} />, { as: member });
  await screen.findByText('The team has the required skill: Go.');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('leads from an open project without requests to people who fit it', async () => {
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [], has_more: false, total: 0 } },
    }),
  });
  show(<JoinRequestsPanel project={project(7, { max_members: 2 })} teamSkills={[]} />, { as: member });
  const people = await screen.findByRole('link', { name: 'Find people' });
  expect(people.getAttribute('href')).toBe('/collaborators?project=7');
});

it('a request names its role, whose seats decide whether it can be accepted', async () => {
  const role = (id: number, name: string, taken: number) => ({ id, name, seats: 1, taken, skills: ['Go'] });
  const shown = project(7, { required_skills: [], roles: [role(1, 'Backend', 1), role(2, 'Design', 0)] });
  const asking = [
    joinRequest({ id: 5, user_name: 'Asha', user_skills: ['Go'], role_id: 1, role_name: 'Backend' }),
    joinRequest({ id: 6, user_name: 'Bina', role_id: 2, role_name: 'Design' }),
  ];
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: asking, has_more: false, total: 2 } },
    }),
  });
  projects.merge([shown], moment());
  const user = show(<JoinRequestsPanel project={shown} teamSkills={[]} />, { as: member });
  await screen.findByText('2 pending requests');
  screen.getByText('No free seat for Backend.');
  button('Add to waitlist: Asha');
  button('Accept Bina');
  // The project's title is the page's heading.
  expect(screen.getAllByText(/^wants to join/u).map(({ textContent }) => textContent?.replaceAll('  ', ' '))).toEqual([
    'wants to join as Backend',
    'wants to join as Design',
  ]);
  await user.click(screen.getByRole('checkbox', { name: /Asha/u }));
  screen.getByText(/Free seats for Backend: 0\.$/u);
});

it('says that no seat without a role is left, while a role has one', async () => {
  const roles = [{ id: 2, name: 'Design', seats: 1, taken: 0, skills: [] }];
  const shown = project(7, { max_members: 2, current_members: 1, roles });
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [joinRequest()], has_more: false, total: 1 } },
    }),
  });
  projects.merge([shown], moment());
  show(<JoinRequestsPanel project={shown} teamSkills={[]} />, { as: member });
  await screen.findByText('No free seat without a role.');
});

it('closes the form of a rejection once its request is reopened', async () => {
  const ok = (data: object): Reply => ({ body: { success: true, data } });
  const reopen_until = new Date(Date.now() + dayMs).toISOString();
  fakeServer({
    'GET /api/project-requests/incoming': () => ok({ requests: [joinRequest()], has_more: false, total: 1 }),
    'PUT /api/project-requests/:id/status': () => ok({ request: joinRequest({ status: 'rejected', reopen_until }) }),
    'POST /api/project-requests/:id/reopen': () => ok({ request: joinRequest() }),
  });
  const user = show(<JoinRequestsPanel project={project(7)} teamSkills={[]} />, { as: member });
  const open = () => screen.findByRole('button', { name: 'Reject Other' });
  await user.click(await open());
  await user.type(screen.getByLabelText('Note to the applicant (optional)'), 'Next time');
  await user.click(button('Reject request'));
  await screen.findByText('Other’s request was rejected');
  const form = await screen.findByRole('group', { name: 'Reject Other' });
  await user.click(await within(form).findByRole('button', { name: 'Reopen Other’s request' }));
  await screen.findByText('Other’s request was reopened');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Reject Other' })).toBeNull());
  expect(document.activeElement).not.toBe(document.body);
  await user.click(await open());
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note to the applicant (optional)').value).toBe('');
});

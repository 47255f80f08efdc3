import { dayMs } from '@sangam/shared/core/limits';
import type { Project } from '@sangam/shared/projects/projects';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useShownMembers } from '../../../core/realtime/on-screen';
import { ready } from '../../../core/store/loadable';
import { moment } from '../../../core/store/table';
import { presence } from '../../../people/state/presence';
import { useProjectPages } from '../../../projects/state/project-pages';
import { projects } from '../../../projects/state/project-table';
import { fakeServer, type refusal } from '../../../testing/fake-server';
import { held, leave, show } from '../../../testing/render';
import { interest, invitation, joinRequest, member, project } from '../../../testing/samples';
import { interests } from '../../state/interests';
import { invitations } from '../../state/invitations';
import { inviteDialog } from '../../state/invite-dialog';
import { requests } from '../../state/requests';
import { CreatorAnswers, CreatorPanels, type InterestPlace, InterestsPanel } from './CreatorPanels';
import { JoinRequestsPanel } from './JoinRequestsPanel';

/** The creator's parts as the project's page shows them: only the first ones wait. */
function Parts() {
  const [interestPlace, placeInterest] = useState<InterestPlace>(null);
  return (
    <>
      <Suspense>
        <CreatorAnswers
          project={project(7)}
          teamSkills={[]}
          interestPlace={interestPlace}
          placeInterest={placeInterest}
        />
      </Suspense>
      <CreatorPanels project={project(7)} interestPlace={interestPlace} />
    </>
  );
}

type Reply = ReturnType<typeof refusal>;
const button = (name: string) => screen.getByRole('button', { name });

it('reports a decision that fails and allows another; a successful one leaves the status', async () => {
  interests.merge([{ ...interest, requester_name: 'Devi Rao' }], moment());
  let reply: () => Reply | Promise<Reply> = () => 'network';
  const { of } = fakeServer({ 'PUT /api/projects/connections/:id': () => reply() });
  const user = show(<InterestsPanel project={project(7)} />, { as: member });
  screen.getByText('1 pending');
  await user.click(button('Approve Devi Rao'));
  await screen.findByText('Failed to update connection status');
  const approved = { ...interest, requester_name: 'Devi Rao', status: 'approved' };
  const late = held<Reply>({ body: { success: true, data: { connection: approved } } });
  reply = late.reply;
  await user.click(button('Approve Devi Rao'));
  // Both buttons wait while an answer is being sent.
  await user.click(button('Deny Devi Rao'));
  late.release();
  await screen.findByText('Connection approved');
  screen.getByText('Approved');
  expect(screen.queryByRole('button', { name: 'Approve Devi Rao' })).toBeNull();
  expect(of('PUT /api/projects/connections/:id').map(({ body }) => body)).toEqual([
    { status: 'approved' },
    { status: 'approved' },
  ]);
  await user.click(button('Hide interest'));
  expect(screen.getByText('Approved').closest('[hidden]')).not.toBeNull();
  await user.click(button('Show interest'));
  expect(screen.getByText('Approved').closest('[hidden]')).toBeNull();
});

it('loses the address of an approved applicant who has blocked the creator, which no event says', async () => {
  const approved = { ...interest, status: 'approved' as const, requester_email: 'devi@example.org' };
  interests.merge([approved], moment());
  const answered = { project: project(7), team: [], connections: [{ ...approved, requester_email: '' }] };
  const { of } = fakeServer({ 'GET /api/projects/:id': () => ({ body: { success: true, ...answered } }) });
  show(<InterestsPanel project={project(7)} />, { as: member });
  screen.getByRole('link', { name: 'devi@example.org' });
  expect(useShownMembers.getState()).toEqual({ [approved.requester_id]: 1 });
  act(() => presence.upsert({ id: approved.requester_id, is_online: false, last_active: null }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'devi@example.org' })).toBeNull());
  expect(of('GET /api/projects/:id').map(({ path }) => path)).toEqual(['/api/projects/7']);
});

it('offers to invite an interested member unless they ask to join, are invited or in the team, or the project is hidden', () => {
  fakeServer({});
  projects.merge([project(7)], moment());
  interests.merge([{ ...interest, requester_id: 5, requester_name: 'Devi Rao', status: 'approved' }], moment());
  const inTeam = (...teamIds: number[]) => {
    const data = {
      teamIds,
      teamSkills: [],
      teamRoles: {},
      isMember: true,
      answerRecord: null,
      creatorId: member.id,
    };
    useProjectPages.setState({ byId: { 7: ready(data) } });
  };
  const offer = () => screen.queryByRole('button', { name: 'Invite Devi Rao' });
  inTeam(member.id);
  show(<InterestsPanel project={project(7)} />, { as: member });
  expect(offer()).not.toBeNull();
  act(() => requests.upsert(joinRequest({ id: 6, user_id: 5 })));
  expect(offer()).toBeNull();
  act(() => requests.upsert(joinRequest({ id: 6, user_id: 5, status: 'rejected' })));
  expect(offer()).not.toBeNull();
  act(() => invitations.upsert(invitation({ user_id: 5 })));
  expect(offer()).toBeNull();
  act(() => invitations.upsert(invitation({ user_id: 5, status: 'declined' })));
  expect(offer()).not.toBeNull();
  act(() => offer()?.click());
  // By their skills the dialog offers a role first.
  expect(inviteDialog.get()).toEqual({ id: 5, name: 'Devi Rao', skills: interest.requester_skills, projectId: 7 });
  act(() => projects.upsert({ ...project(7), hidden: true }));
  expect(offer()).toBeNull();
  act(() => projects.upsert(project(7)));
  expect(offer()).not.toBeNull();
  act(() => inTeam(member.id, 5));
  expect(offer()).toBeNull();
});

it('offers nothing for the interest of a former member', () => {
  fakeServer({});
  projects.merge([project(7)], moment());
  interests.merge([{ ...interest, requester_name: 'Lata', requester_gone: true, status: 'approved' }], moment());
  show(<InterestsPanel project={project(7)} />, { as: member });
  const row = within(screen.getByRole('listitem'));
  row.getByText('Approved');
  expect([...row.queryAllByRole('link'), ...row.queryAllByRole('button')]).toEqual([]);
});

it('a panel without interest is closed, and says so', async () => {
  fakeServer({});
  const user = show(<InterestsPanel project={project(7)} />, { as: member });
  const isOpen = () => screen.queryByRole('button', { name: 'Hide interest' }) !== null;
  expect(isOpen()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Show interest' }));
  screen.getByText('Members who press “I’m Interested” appear here.');
  expect(screen.getByText('No interest yet').closest('[hidden]')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Hide interest' }));
  expect(isOpen()).toBe(false);
});

it('a panel without interest opens with the first, once the reader rests', async () => {
  fakeServer({});
  show(<InterestsPanel project={project(7)} />, { as: member });
  act(() => interests.merge([interest], moment()));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve Other' }).closest('[hidden]')).toBeNull(), {
    timeout: 3_000,
  });
});

it.each<[string, Partial<Project>, RegExp]>([
  ['hidden', { hidden: true }, /Nobody outside the team can see this project\.$/u],
  ['closed', { state: 'closed' }, /This project is closed to requests\.$/u],
  ['finished', { state: 'finished' }, /This project is finished\.$/u],
])('promises no request to a %s project', async (_, change, words) => {
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [], has_more: false, total: 0 } },
    }),
  });
  const own = project(7, change);
  show(
    <>
      <JoinRequestsPanel project={own} teamSkills={[]} />
      <InterestsPanel project={own} />
    </>,
    { as: member },
  );
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
});

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
  // Its row waits while the reader may be about to press.
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
  // As on the dashboard: no alert, since the other parts of the page may well have loaded.
  expect(screen.queryByRole('alert')).toBeNull();
  reply = () => ({ body: { success: true, data: { requests: [joinRequest()], has_more: false, total: 1 } } });
  await user.click(button('Retry'));
  await screen.findByText('1 pending request');
});

it('lists the requests and interest that need an answer next first, also those of a further page', async () => {
  const due = (id: number, day: number) => ({ id, answer_by: `2026-02-0${day}T00:00:00.000Z` });
  const pages = [
    [joinRequest({ ...due(9, 5), user_name: 'Fifth' }), joinRequest({ ...due(8, 7), user_name: 'Seventh' })],
    [joinRequest({ ...due(5, 4), user_name: 'Fourth' })],
  ];
  const approved = { ...interest, id: 3, status: 'approved' as const, requester_name: 'Approved' };
  const connections = [
    { ...interest, ...due(2, 6), requester_name: 'Sixth' },
    { ...interest, ...due(1, 3), requester_name: 'Third' },
  ];
  interests.merge([approved], moment());
  fakeServer({
    'GET /api/project-requests/incoming': ({ query }) => {
      const list = query.get('waitlist') === 'yes' ? [] : (pages[query.get('before') === null ? 0 : 1] ?? []);
      return { body: { success: true, data: { requests: list, has_more: list.length > 1, total: 3 } } };
    },
    'GET /api/projects/connections/incoming': () => ({
      body: { success: true, data: { connections, has_more: false, total: 2 } },
    }),
  });
  await act(async () => show(<Parts />, { as: member }));
  await screen.findByText('3 pending requests');
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Fourth', 'Fifth', 'Seventh', 'Third', 'Sixth', 'Approved']);
});

describe('long lists', () => {
  const served = (count: number) => {
    const asking = Array.from({ length: count }, (_, n) =>
      joinRequest({ id: 40 - n, user_name: `Applicant ${40 - n}` }),
    );
    const connections = asking.map(({ id, user_name }) => ({ ...interest, id, requester_name: `Member ${user_name}` }));
    fakeServer({
      'GET /api/project-requests/incoming': ({ query }) => ({
        body: { success: true, data: { requests: query.get('waitlist') === 'yes' ? [] : asking, total: count } },
      }),
      'GET /api/projects/connections/incoming': () => ({
        body: { success: true, data: { connections, total: count } },
      }),
      'PUT /api/project-requests/:id/status': (_, id) => ({
        body: {
          success: true,
          data: { request: joinRequest({ id, status: 'accepted', user_name: `Applicant ${id}` }), current_members: 2 },
        },
      }),
    });
  };
  const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

  it('show five rows until they are opened, also after the way back, and the focus stays at the place', async () => {
    served(12);
    const path = '/projects/7';
    const user = await act(async () => show(<Parts />, { as: member, path }));
    await screen.findByText('12 pending requests');
    const first = [29, 30, 31, 32, 33].map((id) => `Applicant ${id}`);
    expect(names()).toEqual([...first, ...first.map((name) => `Member ${name}`)]);
    button('Show all 12 interested members');
    button('Show all 12 join requests').focus();
    await user.keyboard('{Enter}');
    expect(names()).toHaveLength(17);
    expect(names().slice(0, 5)).toEqual(first);
    expect(screen.getAllByRole('article')[4]?.contains(document.activeElement)).toBe(true);
    expect(screen.queryByRole('button', { name: /join requests$/u })).toBeNull();
    cleanup();
    await act(async () => show(<Parts />, { as: member, path }));
    await screen.findByText('12 pending requests');
    expect(names()).toHaveLength(17);
  });

  it('go on with the next row once one is answered, whose row stays in its place', async () => {
    served(12);
    const user = await act(async () => show(<Parts />, { as: member, path: '/projects/8' }));
    await user.click(await screen.findByRole('button', { name: 'Accept Applicant 30' }));
    await screen.findByText('11 pending requests');
    expect(names().slice(0, 6)).toEqual([29, 30, 31, 32, 33, 34].map((id) => `Applicant ${id}`));
    button('Show all 11 join requests');
  });

  it('show the request that the address names', async () => {
    served(12);
    await act(async () => show(<Parts />, { as: member, path: '/projects/9?request=38' }));
    const card = (await screen.findByRole('heading', { name: 'Applicant 38' })).closest('article');
    await waitFor(() => expect(document.activeElement).toBe(card));
    expect(screen.getAllByRole('article')).toHaveLength(6);
  });

  it('have no button for none', async () => {
    served(5);
    await act(async () => show(<Parts />, { as: member, path: '/projects/10' }));
    await screen.findByText('5 pending requests');
    expect(screen.queryByRole('button', { name: /^Show all/u })).toBeNull();
  });
});

it('shows eight of an applicant’s skills and counts the others, so that the answer stays near', async () => {
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

it('each request shows the skills it adds, and selected ones the team’s skills with them', async () => {
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

it('a single request has nothing above it but the team’s skills, and what accepting means below it', async () => {
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

it('a team that lacks no skill has no checkboxes, and nothing to preview', async () => {
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

describe('a link to a request', () => {
  const serve = (pages: ReturnType<typeof joinRequest>[][]) =>
    fakeServer({
      'GET /api/project-requests/incoming': ({ query }) => {
        const at = query.get('waitlist') === 'yes' ? pages.length : query.get('before') === null ? 0 : 1;
        const list = pages[at] ?? [];
        const data = { requests: list, has_more: at === 0 && pages.length > 1, total: pages.flat().length };
        return { body: { success: true, data } };
      },
      'GET /api/projects/connections/incoming': () => ({
        body: { success: true, data: { connections: [], has_more: false, total: 0 } },
      }),
    });
  const open = (id: number) =>
    // A render that waits for a promise goes on only in an `act` that waits, too.
    act(async () => show(<Parts />, { as: member, path: `/projects/7?request=${id}` }));

  it('opens it, also from a later page', async () => {
    const first = Array.from({ length: 20 }, (_, n) => joinRequest({ id: 40 - n, user_name: `Applicant ${n}` }));
    serve([first, [joinRequest({ id: 3, user_name: 'Devi Rao' })]]);
    await open(3);
    const card = (await screen.findByRole('heading', { name: 'Devi Rao' })).closest('article');
    await waitFor(() => expect(document.activeElement).toBe(card));
    // A pointer's focus has no ring.
    expect(card?.className).toContain('outline-accent');
  });

  it('says that it is no longer pending', async () => {
    serve([[joinRequest({ id: 5 })]]);
    await open(4);
    await screen.findByText('The request you opened is no longer pending.');
  });
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
  button('Add to waitlist Asha');
  button('Accept Bina');
  // The project's title is the page's heading.
  expect(screen.getAllByText(/^wants to join/u).map(({ textContent }) => textContent?.replaceAll('  ', ' '))).toEqual([
    'wants to join as Backend',
    'wants to join as Design',
  ]);
  await user.click(screen.getByRole('checkbox', { name: /Asha/u }));
  screen.getByText(/Free seats for Backend: 0\.$/u);
});

it('a request that changes its list is shown once, with its outcome, until the pointer has left the row', async () => {
  const ok = (data: object): Reply => ({ body: { success: true, data } });
  const waits = joinRequest({ place: 1, waits_until: new Date(Date.now() + dayMs).toISOString() });
  projects.upsert(project(7, { current_members: 5, max_members: 5 }));
  fakeServer({
    'GET /api/project-requests/incoming': ({ query }) =>
      ok({ requests: query.get('waitlist') === 'no' ? [joinRequest()] : [], has_more: false, total: 1 }),
    'GET /api/project-requests/decided': () => ok({ requests: [], has_more: false, total: 0 }),
    'PUT /api/project-requests/:id/line': () => ok({ request: waits }),
    'PUT /api/project-requests/:id/status': () =>
      ok({ request: { ...joinRequest({ status: 'rejected' }), decided_at: new Date().toISOString() } }),
  });
  const user = await act(async () => show(<Parts />, { as: member }));
  await user.click(await screen.findByRole('button', { name: 'Show decided requests' }));
  await user.click(await screen.findByRole('button', { name: 'Add to waitlist Other' }));
  await screen.findByText('Other is on the waitlist');
  expect(screen.getAllByRole('link', { name: 'Message Other' })).toHaveLength(1);
  expect(screen.queryByRole('heading', { name: /^Waitlist/u })).toBeNull();
  await leave(user);
  await screen.findByRole('heading', { name: /^Waitlist/u });
  expect(screen.getAllByRole('link', { name: 'Message Other' })).toHaveLength(1);
  act(() => void requests.upsert(joinRequest()));
});

it('pending interest is shown once, although the parts below do not wait for it', async () => {
  const ok = (data: object): Reply => ({ body: { success: true, data } });
  const none = { requests: [], has_more: false, total: 0 };
  const late = held<Reply>(
    ok({ connections: [{ ...interest, requester_name: 'Devi Rao' }], has_more: false, total: 1 }),
  );
  fakeServer({
    'GET /api/project-requests/incoming': () => ok(none),
    'GET /api/project-requests/decided': () => ok(none),
    'GET /api/projects/connections/incoming': late.reply,
  });
  await act(async () => show(<Parts />, { as: member }));
  expect(screen.queryByRole('heading', { name: 'Interest' })).toBeNull();
  await act(async () => late.release());
  await screen.findByRole('button', { name: 'Approve Devi Rao' });
  expect(screen.getAllByRole('heading', { name: 'Interest' })).toHaveLength(1);
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

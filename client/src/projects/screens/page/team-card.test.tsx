import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useTeams } from '../../../chat/state/teams';
import { toListed } from '../../../chat/state/teams.reduce';
import { moment } from '../../../core/store/table';
import { members } from '../../../people/state/members';
import { presence } from '../../../people/state/presence';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { ME, member, OTHER, project, team } from '../../../testing/samples';
import { reportDialog } from '../../../trust/state/report-dialog';
import { manageDialog } from '../../state/dialogs';
import { projects } from '../../state/project-table';
import { CreatorCard } from './CreatorCard';
import { TeamCard } from './TeamCard';

it('neither links nor offers to message a creator who has deleted their account', () => {
  const gone = { ...project(7), creator_name: 'Asha', creator_gone: true as const };
  show(<CreatorCard project={gone} userId={ME} joinState="member" answerRecord={null} />, { as: member });
  screen.getByText('Asha');
  expect(screen.queryByRole('link', { name: /Asha/u })).toBeNull();
});

it('names the whole team to its creator, and offers rare actions in a menu', async () => {
  members.upsert({ id: OTHER, name: 'Other' });
  projects.upsert({ ...project(7), creator_id: ME, creator_name: 'Asha' });
  const own = projects.get(7);
  if (own === undefined) throw new Error('no project');
  const user = show(
    <TeamCard
      teamIds={[ME, OTHER]}
      teamRoles={{}}
      teamEmails={{ [OTHER]: 'o@iit.example' }}
      project={own}
      userId={ME}
    />,
    { as: member },
  );
  screen.getByText('o@iit.example');
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Asha'),
    expect.stringContaining('Other'),
  ]);
  screen.getByRole('link', { name: 'Message Other' });
  expect(screen.queryByRole('button', { name: /Report|Remove/u })).toBeNull();
  // happy-dom has no popovers.
  HTMLElement.prototype.hidePopover ??= () => undefined;
  const choose = async (label: string) => {
    fireEvent(screen.getByRole('menu', { hidden: true }), Object.assign(new Event('toggle'), { newState: 'open' }));
    await user.click(await screen.findByRole('menuitem', { name: label, hidden: true }));
  };
  await choose('Report member…');
  expect(reportDialog.get()).toEqual({ kind: 'member', id: OTHER, name: 'Other' });
  await choose('Remove from the team…');
  expect(manageDialog.get()).toEqual({ projectId: 7, act: 'remove', userId: OTHER });
});

it.each([
  ['a member', [OTHER, 30, ME], ['Chitra', 'Me']],
  ['everybody else', [OTHER, 30], ['Chitra']],
])('names the team to %s without its creator, who has a card', (_, teamIds, names) => {
  members.upsert({ id: OTHER, name: 'Other' });
  members.upsert({ id: 30, name: 'Chitra' });
  members.upsert({ id: ME, name: 'Me' });
  const led = { ...project(7), creator_id: OTHER, creator_name: 'Other' };
  show(<TeamCard teamIds={teamIds} teamRoles={{}} project={led} userId={ME} />, { as: member });
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(
    names.map((name) => expect.stringContaining(name)),
  );
});

it('shows the presence of the other members, read out after their names', () => {
  members.upsert({ id: OTHER, name: 'Other' });
  const online = { is_online: true, last_active: null };
  const both = [OTHER, ME].map((id) => ({ id, ...online }));
  presence.merge(both, moment());
  const own = { ...project(7), creator_id: ME, creator_name: 'Asha' };
  show(<TeamCard teamIds={[ME, OTHER]} teamRoles={{}} project={own} userId={ME} />, { as: member });
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'AshaCreatorYou',
    expect.stringMatching(/^OtherOnline/u),
  ]);
});

it('offers to message the creator only on the creator’s card', () => {
  members.upsert({ id: OTHER, name: 'Other' });
  members.upsert({ id: 30, name: 'Chitra' });
  const led = { ...project(7), creator_id: OTHER, creator_name: 'Other' };
  show(
    <>
      <CreatorCard project={led} userId={ME} joinState="member" answerRecord={null} />
      <TeamCard teamIds={[OTHER, 30, ME]} teamRoles={{}} project={led} userId={ME} />
    </>,
    { as: member },
  );
  expect(screen.getAllByRole('link', { name: /^Message/u }).map((link) => link.getAttribute('aria-label'))).toEqual([
    'Message Other',
    null,
  ]);
});

it('shows the creator’s link to the team chat above the members', () => {
  members.upsert({ id: OTHER, name: 'Other' });
  useTeams.setState({ list: [toListed(team())] });
  const own = { ...project(7), creator_id: ME, creator_name: 'Asha' };
  show(<TeamCard teamIds={[ME, OTHER]} teamRoles={{}} project={own} userId={ME} />, { as: member });
  const chat = screen.getByRole('link', { name: /^Open team chat/u });
  expect(chat.compareDocumentPosition(screen.getByRole('list'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('shows when the team is free until the project is finished', async () => {
  members.upsert({ id: OTHER, name: 'Other' });
  fakeServer({
    'GET /api/projects/:id/hours': () => ({ body: { success: true, data: { members: [], times: [], best: [] } } }),
  });
  const own = { ...project(7), creator_id: ME, creator_name: 'Asha' };
  const card = (state: 'open' | 'closed' | 'finished') => (
    <TeamCard teamIds={[ME, OTHER]} teamRoles={{}} project={{ ...own, state }} userId={ME} />
  );
  for (const state of ['open', 'closed'] as const) {
    show(card(state), { as: member });
    await screen.findByRole('heading', { name: 'When your team is free' });
    cleanup();
  }
  show(card('finished'), { as: member });
  screen.getByRole('heading', { name: 'Team' });
  expect(screen.queryByRole('heading', { name: 'When your team is free' })).toBeNull();
});

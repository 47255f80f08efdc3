import { expect, it } from 'vitest';
import { project } from '../../../testing/samples';
import { invitableProjects, projectToInvite, rolesToInvite } from './invitable';

const closed = project(8, { state: 'closed' });
const full = project(9, { title: 'Full', current_members: 5, max_members: 5 });
const hidden = project(10, { hidden: true });
const [first, second] = [project(7), project(6)];
const all = [full, closed, hidden, first, second];
const nothing = { invitedTo: new Set<number>(), originId: undefined };

it('offers open projects with a free seat to which the member isn’t invited yet', () => {
  expect(invitableProjects(all, nothing)).toEqual({
    open: [first, second],
    invitable: [first, second],
    refusedTitle: null,
  });
  const { open, invitable } = invitableProjects(all, { ...nothing, invitedTo: new Set([7]) });
  expect({ open, invitable }).toEqual({ open: [first, second], invitable: [second] });
});

it('names the project that the member came from only if nobody can be invited to it', () => {
  expect(invitableProjects(all, { ...nothing, originId: 9 }).refusedTitle).toBe('Full');
  expect(invitableProjects(all, { ...nothing, originId: 7 }).refusedTitle).toBeNull();
  expect(invitableProjects(all, { invitedTo: new Set([7]), originId: 7 }).refusedTitle).toBeNull();
  // Another creator's project.
  expect(invitableProjects(all, { ...nothing, originId: 99 }).refusedTitle).toBeNull();
});

it('preselects a project, except in place of one to which nobody can be invited', () => {
  expect(projectToInvite([first, second], undefined, null)).toBe(first);
  expect(projectToInvite([first, second], 6, null)).toBe(second);
  expect(projectToInvite([first, second], 9, 'Full')).toBeUndefined();
  expect(projectToInvite([first, second], 6, 'Full')).toBe(second);
});

it('offers roles with a free seat, and preselects the one that fits', () => {
  const roled = project(7, {
    max_members: 4,
    current_members: 2,
    roles: [
      { id: 1, name: 'Design', seats: 1, taken: 0, skills: ['Art'] },
      { id: 2, name: 'Backend', seats: 1, taken: 0, skills: ['Go'] },
      { id: 3, name: 'Full', seats: 1, taken: 1, skills: ['Go'] },
    ],
  });
  expect(rolesToInvite(roled, undefined, ['Go'])).toEqual({ choices: [1, 2], roleId: 2 });
  expect(rolesToInvite(roled, 1, ['Go']).roleId).toBe(1);
  expect(rolesToInvite(roled, 3, ['Go']).roleId).toBe(2);
  expect(rolesToInvite(first, undefined, ['Go'])).toEqual({ choices: [null], roleId: null });
});

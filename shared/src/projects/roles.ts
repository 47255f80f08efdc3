import type { FieldErrors } from '../core/schemas.js';
import { foldText } from '../core/search-words.js';
import { cleanLine, isBlank, isLonger, tooLong } from '../core/text.js';
import { peopleLimits } from '../people/limits.js';
import { cleanSkills } from '../people/profile.js';
import { projectLimits } from './limits.js';
import type { RoleEditBody } from './role-parts.js';

/** A role as it is stored, or with an id as it will be. */
export type CleanRole = Required<Omit<RoleEditBody, 'id'>> & Pick<RoleEditBody, 'id'>;

/** Cleans roles for storage: names on one line, skills as a project's (R4.3). */
export const cleanRoles = (roles: readonly RoleEditBody[]): CleanRole[] =>
  roles.map(({ name, skills, ...role }) => ({ ...role, name: cleanLine(name), skills: cleanSkills(skills ?? []) }));

const seatsWord = (count: number): string => (count === 1 ? '1 seat' : `${count} seats`);
const sumOf = (roles: readonly { seats: number }[]): number => roles.reduce((sum, { seats }) => sum + seats, 0);

/** The faults of cleaned roles, each at its field (R4.15): names, bounds, and together at least a seat fewer than the team has. */
export function faultsOfRoles(roles: readonly CleanRole[], maxMembers: number): FieldErrors {
  const faults: FieldErrors = [];
  const keys = roles.map(({ name }) => foldText(name));
  roles.forEach(({ name, seats, skills }, index) => {
    const add = (field: string, message: string) => faults.push({ field: `roles.${index}.${field}`, message });
    if (isBlank(name)) add('name', 'Name this role, or remove it.');
    else if (isLonger(name, projectLimits.roleNameMaxChars))
      add('name', tooLong('Role', projectLimits.roleNameMaxChars));
    else if (keys.indexOf(foldText(name)) < index) add('name', 'Another role has this name.');
    if (!(seats >= 1 && seats <= projectLimits.roleSeatsMax))
      add('seats', `A role needs 1 to ${projectLimits.roleSeatsMax} seats.`);
    if (skills.length > projectLimits.roleSkillsMax)
      add('skills', `At most ${projectLimits.roleSkillsMax} skills for a role.`);
    else if (skills.some((skill) => isLonger(skill, peopleLimits.skillMaxChars)))
      add('skills', `Each skill can have at most ${peopleLimits.skillMaxChars} characters`);
  });
  if (roles.length > projectLimits.rolesMax)
    faults.push({ field: 'roles', message: `At most ${projectLimits.rolesMax} roles.` });
  const seats = sumOf(roles);
  if (faults.length === 0 && seats > maxMembers - 1)
    faults.push({
      field: 'roles',
      message: `The roles have ${seatsWord(seats)}, but the team has only ${seatsWord(maxMembers - 1)} besides yours.`,
    });
  return faults;
}

/** Returns the seats of a role, or for null those without one, that members have or that seat offers reserve. */
type SeatsInUse = (roleId: number | null) => number;

/**
 * The faults of an edit: a role keeps at least the seats in use, and so do the unnamed seats. `roles`: as they will be;
 * `before`: as they are; `edited`: the fields that the creator changes, which decides where the last fault is.
 */
export function faultsOfRoleEdit(
  {
    roles,
    before,
    maxMembers,
  }: { roles: readonly CleanRole[]; before: readonly { id: number; name: string }[]; maxMembers: number },
  used: SeatsInUse,
  edited: 'roles' | 'max_members',
): FieldErrors {
  const faults = faultsOfRoles(roles, maxMembers);
  for (const { id, name } of before) {
    const index = roles.findIndex((role) => role.id === id);
    const inUse = used(id);
    const usage = `${seatsWord(inUse)} of “${name}” ${inUse === 1 ? 'is' : 'are'} taken or offered.`;
    const role = roles[index];
    if (role === undefined && inUse > 0)
      faults.push({
        field: 'roles',
        message: `${usage} Keep the role until ${inUse === 1 ? 'it is' : 'they are'} free.`,
      });
    else if (role !== undefined && role.seats < inUse)
      faults.push({ field: `roles.${index}.seats`, message: `${usage} The role can’t have fewer.` });
  }
  const [seatsOfRoles, usedWithoutRole] = [sumOf(roles), used(null)];
  if (faults.length === 0 && seatsOfRoles + usedWithoutRole > maxMembers)
    faults.push({
      field: edited,
      message: `The roles have ${seatsWord(seatsOfRoles)}, and ${usedWithoutRole} without a role ${usedWithoutRole === 1 ? 'is' : 'are'} taken or offered. The team has only ${maxMembers}.`,
    });
  // If the creator edits the team's size, every fault is shown there: the team is too small for its roles.
  return faults.map((fault) => (edited === 'max_members' ? { ...fault, field: 'max_members' } : fault));
}

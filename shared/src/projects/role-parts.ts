import { type Static, Type } from 'typebox';
import { CleanText, Id, Strict } from '../core/schemas.js';
import { peopleLimits } from '../people/limits.js';
import { projectLimits } from './limits.js';

/** Named seats of a project, such as "Backend, 2 seats, Go and SQL". Its other seats are unnamed. */
export const Role = Type.Object({
  id: Id,
  name: Type.String(),
  seats: Type.Integer(),
  taken: Type.Integer(),
  offered: Type.Optional(Type.Integer({ description: 'seats held by seat offers; absent if there are none' })),
  skills: Type.Array(Type.String()),
});
export type Role = Static<typeof Role>;

/** The role of a seat, or of a request for one; absent for an unnamed seat. */
export const ofRole = {
  role_id: Type.Optional(Id),
  role_name: Type.Optional(Type.String()),
};

export const RoleBody = Strict({
  name: CleanText('line', projectLimits.roleNameMaxChars),
  seats: Type.Integer({ minimum: 1, maximum: projectLimits.roleSeatsMax }),
  skills: Type.Optional(
    Type.Array(CleanText('line', peopleLimits.skillMaxChars), { maxItems: projectLimits.roleSkillsMax }),
  ),
});

/** A role in an edit: one that the project has, by its id, or a new one. */
export const RoleEditBody = Strict({ id: Type.Optional(Id), ...RoleBody.properties });
export type RoleEditBody = Static<typeof RoleEditBody>;

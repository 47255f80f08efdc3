import { Type } from 'typebox';

/** Why a member or project fits; each part is absent if it has nothing to say. `fitWords` turns them into sentences. */
export const fitParts = {
  has: Type.Optional(
    Type.Array(Type.String(), { description: "the covered skills: the project's, or else the reader's" }),
  ),
  missing: Type.Optional(Type.Array(Type.String(), { description: "the project's missing skills" })),
  about_hours: Type.Optional(Type.Integer({ minimum: 1, description: 'shared free hours a week, rounded' })),
  same_college: Type.Optional(Type.Literal(true)),
};

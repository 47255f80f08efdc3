import { Type } from 'typebox';

/** Why a member or project fits; each part is absent if it has nothing to say. `fitWords` makes sentences of them. */
export const whyItFits = {
  has: Type.Optional(
    Type.Array(Type.String(), { description: "the project's skills, or else the reader's own, that are covered" }),
  ),
  missing: Type.Optional(Type.Array(Type.String(), { description: "the project's skills that aren't" })),
  about_hours: Type.Optional(Type.Integer({ minimum: 1, description: 'shared free hours a week, rounded' })),
  same_college: Type.Optional(Type.Literal(true)),
};

import { Type } from 'typebox';

/** The version that a client holds of a part. */
export const Version = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'opaque: from an earlier answer; without it the part is answered',
});

/** A part that is new, as its own call answers it. Absent: what the client holds is up to date. */
export const Part = <T extends { properties: { data: Parameters<typeof Type.Object>[0][string] } }>(answer: T) =>
  Type.Optional(Type.Object({ version: Type.String(), data: answer.properties.data as T['properties']['data'] }));

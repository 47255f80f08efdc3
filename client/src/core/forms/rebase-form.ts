import { isolate } from '@sangam/shared/core/isolate';
import { isKeyOf, keysOf } from '@sangam/shared/core/keys-of';

/** A form's values, and those of the profile or project that the member's changes are made on. */
export interface Edited<V> {
  base: V;
  values: V;
}

/**
 * Moves a form onto newer values, with the newest values where the member has changed none: `moved` has these. `conflicts`: the fields that
 * were changed here and, to another value, elsewhere; they stay on their base.
 */
export function rebase<V extends Record<keyof V, string | boolean>>(
  { base, values }: Edited<V>,
  newest: V,
): Edited<V> & { moved: Partial<V>; conflicts: (keyof V & string)[] } {
  const fields = keysOf(newest).filter((field) => base[field] !== newest[field]);
  const conflicts = fields.filter((field) => values[field] !== base[field] && values[field] !== newest[field]);
  const moved = fieldsOf(
    newest,
    fields.filter((field) => !conflicts.includes(field)),
  );
  return { base: { ...base, ...moved }, values: { ...values, ...moved }, moved, conflicts };
}

/** These fields of a form's values. */
export const fieldsOf = <V extends object>(values: V, fields: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => fields.some((one) => one === field))) as Partial<V>;

/** The fields that the member has changed. */
export const changedFields = <V extends object>({ base, values }: Edited<V>): (keyof V & string)[] =>
  keysOf(values).filter((field) => values[field] !== base[field]);

/** Opens a form as it was left. The draft may be from another version of the application, and its changes from before others elsewhere. */
export function withDraft<V extends object>(newest: V, draft: object): Edited<V> {
  const base = 'base' in draft && typeof draft.base === 'object' ? (draft.base ?? {}) : {};
  const known = (stored: object) =>
    Object.fromEntries(
      Object.entries(stored).filter(
        ([field, value]) => isKeyOf(newest, field) && typeof value === typeof newest[field],
      ),
    );
  return { base: { ...newest, ...known(base) }, values: { ...newest, ...known(draft) } };
}

/** The draft that `withDraft` opens again; empty without changes. */
export function draftOf<V extends object>({ base, values }: Edited<V>): object {
  const changed = changedFields({ base, values });
  return changed.length === 0 ? {} : { ...fieldsOf(values, changed), base: fieldsOf(base, changed) };
}

/** Says at a field that it was changed elsewhere. */
export const conflictText = (newest: string | boolean): string =>
  newest === ''
    ? 'This was cleared elsewhere. Save again to replace that.'
    : `This was changed elsewhere to “${isolate(String(newest))}”. Save again to replace that.`;

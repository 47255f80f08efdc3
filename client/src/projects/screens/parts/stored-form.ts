import { newRole, type RoleValues } from './project-form';

const partsOf = (stored: unknown): Partial<Record<string, unknown>> =>
  typeof stored === 'object' && stored !== null ? { ...stored } : {};

/** Returns `texts`, with each field that `stored` has as a text too. */
export function withTexts<T extends object>(texts: T, stored: unknown): T {
  const found = partsOf(stored);
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' && typeof found[name] === 'string' ? found[name] : text,
  ]);
  return Object.fromEntries(entries);
}

/** Returns the roles of a stored form, those of an edited project with their ids. */
export const storedRoles = (stored: unknown): RoleValues[] =>
  (Array.isArray(stored) ? stored : []).map((role: unknown) => {
    const { id, isRemoved } = partsOf(role);
    return {
      ...withTexts(newRole(), role),
      isNew: false,
      ...(typeof id === 'number' && { id }),
      ...(isRemoved === true && { isRemoved }),
    };
  });

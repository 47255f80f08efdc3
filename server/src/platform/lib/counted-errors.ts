import { fieldsOf } from '@sangam/shared/core/keys-of';

/** Counts a line of the log; false if it should be written after all. */
type CountLine = (message: string) => boolean;

const counting = new WeakMap<Error, CountLine>();

/** Has lines of the log about this error counted instead of written: an error of a cause that has a line of its own. */
export const countLinesAbout = (error: Error, count: CountLine): void => void counting.set(error, count);

/** Whether a line of the log with these fields was counted, by its error or that error's causes. */
export function isCounted(fields: unknown, message: unknown): boolean {
  // An error may be its own cause, by way of others.
  const asked = new Set<Error>();
  for (let { err: error } = fieldsOf(fields); error instanceof Error && !asked.has(error); error = error.cause) {
    if (counting.get(error)?.(String(message))) return true;
    asked.add(error);
  }
  return false;
}

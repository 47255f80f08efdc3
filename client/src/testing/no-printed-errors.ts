/** A test that prints an error fails, unless it expects the error and replaces `console.error`. */
import { afterEach } from 'vitest';

/** The tests' DOM doesn't know some elements. React warns when a part is still loading, which tests await anyway. */
const HARMLESS = /^The tag <%s> is unrecognized|^A component suspended inside an `act` scope/u;

/** Shared by all test files of this process. */
const shared = globalThis as { printedErrors?: string[] };
shared.printedErrors ??= recordErrors();
const { printedErrors } = shared;

/** Returns an array that collects the errors and warnings printed from now on. */
function recordErrors(): string[] {
  const { console } = globalThis;
  const texts: string[] = [];
  for (const level of ['error', 'warn'] as const) {
    const print = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      const text = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ');
      if (HARMLESS.test(text)) return;
      texts.push(text);
      print(...values);
    };
  }
  return texts;
}

afterEach(() => {
  const [first] = printedErrors.splice(0);
  if (first !== undefined) throw new Error(`The test printed an error: ${first}`);
});

import { keysOf, recordOf } from '@sangam/shared/core/keys-of';

/** The invariants that a run checks, as worded in the report. */
export const invariants = {
  stored: 'No acknowledged message is lost: the thread holds it under the acknowledged number',
  single: 'No message is duplicated: stored once, acknowledged once, delivered once per connection',
  ordered: 'Messages keep the order in which one connection sent them, in the thread and live',
  whole: 'The numbers of a thread have no gaps',
  live: 'A connected member receives every message live',
  unaltered: 'A message arrives as it was sent, and only at its receiver',
  refusedStaysOut: 'A refused message is not stored',
  unread: 'Unread counts are right, live and by REST',
  presence: 'Members who are connected and active are shown online',
  requests: 'A creator receives each join request once, and the list holds exactly the pending ones',
} as const;

type InvariantName = keyof typeof invariants;
export const invariantNames = keysOf(invariants);

/** For each invariant: the numbers of checks and violations, and the first few violations in words. */
export type InvariantResults = Record<InvariantName, { checked: number; violated: number; examples: string[] }>;

const EXAMPLES_MAX = 5;

export const emptyResults = (): InvariantResults =>
  recordOf(invariantNames, () => ({ checked: 0, violated: 0, examples: [] }));

/** Records the checkers' comparisons. */
export interface InvariantLog {
  checked(name: InvariantName, times?: number): void;
  violated(name: InvariantName, example: string): void;
  results: InvariantResults;
}

export function createInvariantLog(): InvariantLog {
  const results = emptyResults();
  return {
    results,
    checked(name, times = 1) {
      results[name].checked += times;
    },
    violated(name, example) {
      const result = results[name];
      result.violated += 1;
      if (result.examples.length < EXAMPLES_MAX) result.examples.push(example);
    },
  };
}

/** Adds the results of another process. */
export function addResults(target: InvariantResults, from: InvariantResults): void {
  for (const name of invariantNames) {
    target[name].checked += from[name].checked;
    target[name].violated += from[name].violated;
    target[name].examples = [...target[name].examples, ...from[name].examples].slice(0, EXAMPLES_MAX);
  }
}

export const violatedInvariants = (results: InvariantResults): InvariantName[] =>
  invariantNames.filter((name) => results[name].violated > 0);

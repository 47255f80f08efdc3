/** What a run checks: each promise as the report says it. */
export const promises = {
  stored: 'No acknowledged message is lost: the thread holds it, under the number that was acknowledged',
  single: 'No message is doubled: stored once, acknowledged once, pushed once to a connection',
  ordered: 'Messages keep the order in which one connection sent them, in the thread and in pushes',
  whole: 'A thread’s numbers have no holes',
  pushed: 'A message reaches a member who is connected, as a push',
  unaltered: 'A message arrives as it was sent, and at its receiver alone',
  refusedStaysOut: 'What was refused is not stored',
  unread: 'Unread counts are right, pushed ones and those by REST',
  presence: 'Members who are connected and active are shown online',
  requests: 'A creator hears of each join request once, and the list holds exactly the pending ones',
} as const;

export type PromiseName = keyof typeof promises;
export const promiseNames = Object.keys(promises) as PromiseName[];

/** How often each promise was looked at, how often it was broken, and a few of the cases. */
export type Verdicts = Record<PromiseName, { checked: number; broken: number; examples: string[] }>;

const EXAMPLES_MAX = 5;

export const emptyVerdicts = (): Verdicts =>
  Object.fromEntries(
    promiseNames.map((name) => [name, { checked: 0, broken: 0, examples: [] }]),
  ) as unknown as Verdicts;

export interface Judge {
  checked(name: PromiseName, times?: number): void;
  broken(name: PromiseName, example: string): void;
  verdicts: Verdicts;
}

export function createJudge(): Judge {
  const verdicts = emptyVerdicts();
  return {
    verdicts,
    checked(name, times = 1) {
      verdicts[name].checked += times;
    },
    broken(name, example) {
      const verdict = verdicts[name];
      verdict.broken += 1;
      if (verdict.examples.length < EXAMPLES_MAX) verdict.examples.push(example);
    },
  };
}

/** One verdict over what several processes saw. */
export function addVerdicts(into: Verdicts, from: Verdicts): void {
  for (const name of promiseNames) {
    into[name].checked += from[name].checked;
    into[name].broken += from[name].broken;
    into[name].examples = [...into[name].examples, ...from[name].examples].slice(0, EXAMPLES_MAX);
  }
}

export const brokenPromises = (verdicts: Verdicts): PromiseName[] =>
  promiseNames.filter((name) => verdicts[name].broken > 0);

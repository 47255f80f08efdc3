/** One bench's outcome: rows of figures for the JSON file, and the same as text for people. */
export interface Outcome {
  bench: string;
  rows: Record<string, unknown>[];
  /** Set when a promise was broken, which no figure makes good. */
  failed?: string;
}

export function printTable(rows: Record<string, string | number>[]): void {
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(rows);
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

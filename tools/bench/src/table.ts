/** The result of one bench, for the JSON file. */
export interface Outcome {
  bench: string;
  rows: Record<string, unknown>[];
  /** Why the bench failed; absent: it did not. */
  failed?: string;
}

export function printTable(rows: Record<string, string | number>[]): void {
  // biome-ignore lint/suspicious/noConsole: printing the table is this program's purpose
  console.table(rows);
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** The median of ratios, with the lowest and the highest. */
export const spread = (ratios: readonly number[]): string =>
  `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;

/** Logs a failure that isn't shown to the user (R12.3). */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: R12.3: these failures belong in the console and nowhere else
  console.error(what, error);
}

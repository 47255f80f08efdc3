/** Writes a failure that the user is not told about to the console, under the specification's words for it. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification wants these failures in the console and nowhere else
  console.error(what, error);
}

const MAX_CHARS = 16;

/** Returns a writer's name as it stands before their words in one line: a longer one would leave no room for these. */
export function shortName(name: string): string {
  const chars = Array.from(name);
  return chars.length <= MAX_CHARS
    ? name
    : `${chars
        .slice(0, MAX_CHARS - 1)
        .join('')
        .trimEnd()}…`;
}

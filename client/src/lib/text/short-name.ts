const MAX_CHARS = 16;

/** Shortens a writer's name that precedes their words on one line, to leave room for the words. */
export function shortName(name: string): string {
  const chars = Array.from(name);
  return chars.length <= MAX_CHARS
    ? name
    : `${chars
        .slice(0, MAX_CHARS - 1)
        .join('')
        .trimEnd()}…`;
}

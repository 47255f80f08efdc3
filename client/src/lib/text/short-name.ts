/** Shortens a name or title that precedes words, to leave room for them. */
export function shortName(name: string, maxChars = 16): string {
  const chars = Array.from(name);
  return chars.length <= maxChars
    ? name
    : `${chars
        .slice(0, maxChars - 1)
        .join('')
        .trimEnd()}…`;
}

/** Says who is typing: up to two names; null for nobody. */
export function typingWords([first, second, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  if (second === undefined) return `${first} is typing…`;
  return `${first} and ${others.length === 0 ? second : `${others.length + 1} others`} are typing…`;
}

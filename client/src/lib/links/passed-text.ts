/** Returns a text that the previous page passed in a link's state, such as `{ email }`; empty without one. */
export function passedText(state: unknown, name: string): string {
  const text: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;
  return typeof text === 'string' ? text : '';
}

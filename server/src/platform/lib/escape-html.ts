/** Escapes text for HTML, including attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`);

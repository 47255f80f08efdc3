/**
 * An emoji without the sign that asks for colour, where it has colour without: some keyboards and data sets write 👍 with it, and the
 * standard's list of emoji does not.
 */
export const standardEmoji = (text: string): string => text.replace(/^(\p{Emoji_Presentation})\ufe0f$/u, '$1');

/**
 * Removes the variation selector from an emoji that is in colour without it: some keyboards and data sets write 👍 with it, the
 * standard's list does not.
 */
export const standardEmoji = (text: string): string => text.replace(/^(\p{Emoji_Presentation})\ufe0f$/u, '$1');

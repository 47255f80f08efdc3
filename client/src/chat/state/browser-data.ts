// The names under which this browser stores a member's chat data, in addition to those of drafts, the outbox and teams.

/** The name of the database with a member's chosen, unsent files. */
export const chosenFilesOf = (member: number): string => `chosen-files:${member}`;
/** The key of a member's recent searches. */
export const searchesKeyOf = (member: number): string => `searches:${member}`;
/** The key of a member's most-used emoji. */
export const emojiUsedKeyOf = (member: number): string => `emoji:${member}`;
/** The key of a member's skin tone for emoji. */
export const emojiToneKeyOf = (member: number): string => `emoji-tone:${member}`;

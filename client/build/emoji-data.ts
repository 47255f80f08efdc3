import emojis from 'emojibase-data/en/data.json' with { type: 'json' };
import messages from 'emojibase-data/en/messages.json' with { type: 'json' };
import emojibaseCodes from 'emojibase-data/en/shortcodes/emojibase.json' with { type: 'json' };
import githubCodes from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' };
import slackCodes from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' };
import type { Plugin } from 'vite';
import { standardEmoji } from '../../shared/src/chat/standard-emoji.ts';

const DATA = 'virtual:emoji-data';
const CODES = 'virtual:emoji-shortcodes';
/** The emoji that every supported Node.js version recognises; the server refuses others. */
const VERSION_MAX = 15;
const TONES = ['🏻', '🏼', '🏽', '🏾', '🏿'];

const shown = emojis
  .filter(({ group, version }) => group !== undefined && version <= VERSION_MAX)
  .map((each) => ({ ...each, emoji: standardEmoji(each.emoji) }));

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const parsed = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

/** A row's skin tones: 1 if each is the emoji with the tone after its first character, otherwise all of them. */
function tonesOf({ emoji, skins = [] }: (typeof shown)[number]): [1 | string] | [] {
  const toned = skins.flatMap((skin) => (typeof skin.tone === 'number' ? skin.emoji : []));
  if (toned.length !== TONES.length) return [];
  const [first = '', ...rest] = Array.from(emoji);
  const after = rest.join('').replace(/^\ufe0f/u, '');
  return toned.every((skin, index) => skin === `${first}${TONES[index]}${after}`) ? [1] : [toned.join(' ')];
}

/** The picker's emoji with their names alone, a third of the data set's weight. */
function data(): string {
  const categories = messages.groups
    .filter(({ key }) => key !== 'component')
    .map(({ order, message }) => [order, capitalized(message)]);
  const rows = shown.map((emoji) => [
    emoji.emoji,
    emoji.group,
    emoji.version,
    capitalized(emoji.label),
    (emoji.tags ?? []).join(' '),
    ...tonesOf(emoji),
  ]);
  return `export const categories = ${parsed(categories)};\nexport const emojis = ${parsed(rows)};`;
}

/**
 * The shortcodes of GitHub and chats, in the order of the data. A code belongs to one emoji: that of the first set
 * which has it.
 */
function codes(): string {
  const sets: Record<string, string | string[]>[] = [githubCodes, slackCodes, emojibaseCodes];
  const owner = new Map<string, string>();
  for (const set of sets)
    for (const { hexcode } of shown)
      for (const code of [set[hexcode] ?? []].flat()) if (!owner.has(code)) owner.set(code, hexcode);
  const rows = shown.map(({ hexcode }) =>
    [...new Set(sets.flatMap((set) => set[hexcode] ?? []))].filter((code) => owner.get(code) === hexcode).join(' '),
  );
  return `export const shortcodes = ${parsed(rows)};`;
}

/** Reduces the maintained data sets at the build. Each is loaded when it's first needed. */
export const emojiData = (): Plugin => ({
  name: 'emoji-data',
  resolveId: (id) => (id === DATA || id === CODES ? `\0${id}` : null),
  load(id) {
    if (id === `\0${DATA}`) return data();
    return id === `\0${CODES}` ? codes() : null;
  },
});

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { standardEmoji } from '../../shared/src/chat/standard-emoji.ts';

/** An entry of the data set; those without a group are parts of others. */
interface Emoji {
  hexcode: string;
  emoji: string;
  label: string;
  version: number;
  group?: number;
  tags?: string[];
  skins?: { emoji: string; tone?: number | number[] }[];
}
interface Messages {
  groups: { key: string; order: number; message: string }[];
}
/** The shortcodes of an emoji, by its code points. */
type Shortcodes = Record<string, string | string[]>;

const FOLDER = import.meta.resolve('emojibase-data/en/data.json');
/** Read instead of imported, since the compiler checks all of what is imported. */
const read = <Data>(name: string): Data => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));

const DATA = 'virtual:emoji-data';
const CODES = 'virtual:emoji-shortcodes';
/** The emoji that every supported Node.js version recognises; the server refuses others. */
const VERSION_MAX = 15;
const TONES = ['🏻', '🏼', '🏽', '🏾', '🏿'];

const shown = read<Emoji[]>('data')
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
  const categories = read<Messages>('messages')
    .groups.filter(({ key }) => key !== 'component')
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
  const sets = ['github', 'iamcal', 'emojibase'].map((name) => read<Shortcodes>(`shortcodes/${name}`));
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

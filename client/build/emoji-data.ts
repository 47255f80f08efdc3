import emojis from 'emojibase-data/en/data.json' with { type: 'json' };
import messages from 'emojibase-data/en/messages.json' with { type: 'json' };
import type { Plugin } from 'vite';

const NAME = 'virtual:emoji-data';
/** Those that every supported version of Node.js takes for emoji: the server refuses others. */
const VERSION_MAX = 15;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The emoji of the picker with their names, and nothing else of the data set: a third of its weight. */
export const emojiData = (): Plugin => ({
  name: 'emoji-data',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load(id) {
    if (id !== `\0${NAME}`) return null;
    const categories = messages.groups
      .filter(({ key }) => key !== 'component')
      .map(({ order, message }) => [order, capitalized(message)]);
    const rows = emojis
      .filter(({ group, version }) => group !== undefined && version <= VERSION_MAX)
      .map(({ emoji, group, version, label, tags = [] }) => [
        emoji,
        group,
        version,
        capitalized(label),
        tags.join(' '),
      ]);
    const parsed = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
    return `export const categories = ${parsed(categories)};\nexport const emojis = ${parsed(rows)};`;
  },
});

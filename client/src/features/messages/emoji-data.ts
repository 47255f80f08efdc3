import { categories, emojis } from 'virtual:emoji-data';
import type { EmojiData } from 'frimousse';

/** What the picker shows: built from a kept data set (build/emoji-data.ts), and loaded when it opens. */
export const emojiData: EmojiData = {
  locale: 'en',
  categories: categories.map(([index, label]) => ({ index, label })),
  emojis: emojis.map(([emoji, category, version, label, tags]) => ({
    ...{ emoji, category, version, label },
    tags: tags.split(' '),
  })),
  skinTones: {
    light: 'Light',
    'medium-light': 'Medium light',
    medium: 'Medium',
    'medium-dark': 'Medium dark',
    dark: 'Dark',
  },
};

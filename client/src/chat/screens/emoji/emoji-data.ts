import { categories, emojis } from 'virtual:emoji-data';
import type { EmojiData } from 'frimousse';
import { tonesOf } from '../../state/emoji';

function skinsOf(emoji: string, tones: 1 | string) {
  const [light = emoji, mediumLight = emoji, medium = emoji, mediumDark = emoji, dark = emoji] = tonesOf(emoji, tones);
  return { light, 'medium-light': mediumLight, medium, 'medium-dark': mediumDark, dark };
}

/** The picker's emoji, built from a maintained data set (build/emoji-data.ts). Loads when the picker opens. */
export const emojiData: EmojiData = {
  locale: 'en',
  categories: categories.map(([index, label]) => ({ index, label })),
  emojis: emojis.map(([emoji, category, version, label, tags, tones]) => ({
    emoji,
    category,
    version,
    label,
    tags: tags.split(' '),
    ...(tones !== undefined && { skins: skinsOf(emoji, tones) }),
  })),
  skinTones: {
    light: 'Light',
    'medium-light': 'Medium light',
    medium: 'Medium',
    'medium-dark': 'Medium dark',
    dark: 'Dark',
  },
};

declare module 'virtual:emoji-data' {
  export const categories: readonly [index: number, label: string][];
  /** `tones`: it has skin tones: 1 where each stands behind its first character, else all five, from light to dark. */
  export const emojis: readonly [
    emoji: string,
    category: number,
    version: number,
    label: string,
    tags: string,
    tones?: 1 | string,
  ][];
}

declare module 'virtual:emoji-shortcodes' {
  /** The shortcodes of each of `emojis`, in their order, separated by spaces. */
  export const shortcodes: readonly string[];
}

declare module 'virtual:emoji-data' {
  export const categories: readonly [index: number, label: string][];
  /** `tones`: it has skin tones, each behind its first character. */
  export const emojis: readonly [
    emoji: string,
    category: number,
    version: number,
    label: string,
    tags: string,
    tones?: 1,
  ][];
}

declare module 'virtual:emoji-shortcodes' {
  /** Of each of `emojis`, in their order, with spaces between. */
  export const shortcodes: readonly string[];
}

declare module 'virtual:emoji-data' {
  export const categories: readonly [index: number, label: string][];
  export const emojis: readonly [emoji: string, category: number, version: number, label: string, tags: string][];
}

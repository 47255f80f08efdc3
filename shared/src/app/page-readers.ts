/** The readers of a member's page, by their relationship; each sees at least as much as the previous one. */
export const pageReaders = ['stranger', 'member', 'team'] as const;
export type PageReader = (typeof pageReaders)[number];

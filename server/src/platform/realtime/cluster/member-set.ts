/** A set of members that takes one bit per id: a million consecutive ids are 125 KB. */
export interface MemberSet {
  add(userId: number): void;
  delete(userId: number): void;
  has(userId: number): boolean;
  ids(): Generator<number>;
}

const WORDS = 1_024;
const WORD_BITS = 32;
const PAGE_BITS = WORDS * WORD_BITS;

export function createMemberSet(userIds: Iterable<number> = []): MemberSet {
  // Only ranges of ids with a member in them take memory.
  const pages = new Map<number, Uint32Array>();
  const wordOf = (userId: number) => Math.floor((userId % PAGE_BITS) / WORD_BITS);
  const bitOf = (userId: number) => 1 << (userId % WORD_BITS);
  const pageOf = (userId: number) => pages.get(Math.floor(userId / PAGE_BITS));

  const add = (userId: number) => {
    let page = pageOf(userId);
    if (!page) {
      page = new Uint32Array(WORDS);
      pages.set(Math.floor(userId / PAGE_BITS), page);
    }
    page[wordOf(userId)] = (page[wordOf(userId)] ?? 0) | bitOf(userId);
  };
  for (const userId of userIds) add(userId);

  return {
    add,
    delete(userId) {
      const page = pageOf(userId);
      if (page) page[wordOf(userId)] = (page[wordOf(userId)] ?? 0) & ~bitOf(userId);
    },
    has: (userId) => ((pageOf(userId)?.[wordOf(userId)] ?? 0) & bitOf(userId)) !== 0,
    *ids() {
      for (const [number, page] of pages)
        for (const [at, word] of page.entries())
          for (let bit = 0; word >>> bit !== 0 && bit < WORD_BITS; bit += 1)
            if (((word >>> bit) & 1) === 1) yield number * PAGE_BITS + at * WORD_BITS + bit;
    },
  };
}

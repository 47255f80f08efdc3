export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  pick<T>(list: readonly T[]): T;
  /** Time to the next of independent arrivals, `perSecond` on average. */
  gapMs(perSecond: number): number;
}

/** Random numbers that a seed repeats (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick(list) {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new RangeError('cannot pick from an empty list');
      return item;
    },
    gapMs: (perSecond) => (-Math.log(1 - next()) / perSecond) * 1_000,
  };
}

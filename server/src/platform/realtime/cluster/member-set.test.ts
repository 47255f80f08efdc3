import { describe, expect, it } from 'vitest';
import { createMemberSet } from './member-set.js';

describe('a set of members', () => {
  it('holds added members until they are deleted, whatever the ids', () => {
    const ids = [0, 1, 31, 32, 33, 32_767, 32_768, 1_000_000, 2 ** 31 - 1];
    const set = createMemberSet(ids);
    expect([...set.ids()]).toEqual(ids);
    set.delete(32);
    set.delete(5_000_000);
    expect([...set.ids()]).toEqual(ids.filter((id) => id !== 32));
    expect([31, 32, 33, 34, 64].map(set.has)).toEqual([true, false, true, false, false]);
  });

  it('takes about a megabyte for a million members at eight servers', () => {
    const before = process.memoryUsage().arrayBuffers;
    const sets = Array.from({ length: 8 }, () => createMemberSet());
    for (let id = 1; id <= 1_000_000; id += 1) sets[id % 8]?.add(id);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_100_000);
    expect(sets.filter((set) => set.has(999_999))).toHaveLength(1);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { resetStores } from '../reset';
import { createList } from './list';
import { createTable, moment } from './table';

interface Item {
  id: number;
  open: boolean;
}
const table = createTable<Item>();
let answered: Item[] = [];
let whileAsked: () => void = () => undefined;
const list = createList({
  table,
  belongs: (item): item is Item => item.open,
  fetch: async () => {
    const value = answered;
    whileAsked();
    return { ok: true, value } as const;
  },
  max: 3,
});
const ids = () => list.items()?.map(({ id }) => id);

describe('a list of entities', () => {
  beforeEach(() => {
    resetStores();
    whileAsked = () => undefined;
    answered = [];
  });

  it('follows its table: what begins to belong joins, what no longer does leaves, the newest stay', async () => {
    table.upsert({ id: 9, open: true });
    expect(ids()).toBeUndefined();
    answered = [{ id: 2, open: true }];
    await list.load();
    expect(ids()).toEqual([2]);
    table.upsert({ id: 3, open: true });
    table.upsert({ id: 4, open: false });
    expect(ids()).toEqual([3, 2]);
    table.patch(4, { open: true });
    table.patch(2, { open: false });
    expect(ids()).toEqual([4, 3]);
    table.upsert({ id: 5, open: true });
    expect(ids()).toEqual([5, 4, 3]);
  });

  it('keeps what came live while an older answer was on its way, and forgets what the server no longer lists', async () => {
    answered = [
      { id: 2, open: true },
      { id: 1, open: true },
    ];
    await list.load();
    answered = [{ id: 1, open: true }];
    whileAsked = () => table.upsert({ id: 3, open: true });
    await list.load();
    expect(ids()).toEqual([3, 1]);
  });

  it('notifies its subscribers of changed ids and entities, and keeps nothing over a reset', async () => {
    answered = [{ id: 1, open: true }];
    const listener = vi.fn();
    const stop = list.subscribe(listener);
    await list.load();
    listener.mockClear();
    table.patch(1, { open: false });
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    whileAsked = resetStores;
    expect(await list.load()).toBe(false);
    expect([ids(), table.get(1)]).toEqual([undefined, undefined]);
    expect(moment()).toBeGreaterThan(0);
  });
});

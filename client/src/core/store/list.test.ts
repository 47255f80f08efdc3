import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createList } from './list';
import { resetStores } from './reset';
import { createTable, moment } from './table';

const WAIT_MS = 15_000;

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
    const items = answered;
    whileAsked();
    return { ok: true, value: { items, has_more: false, total: items.length } } as const;
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

  it('follows its table: entities join and leave it as they change, the newest stay', async () => {
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

  it('keeps live changes over an older answer, and drops entities that the server no longer lists', async () => {
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

  it('keeps the answer to the latest fetch, even if an older one arrives after it', async () => {
    let answerFirst: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    const asked = vi.fn(async (items: Item[]) => {
      if (asked.mock.calls.length === 1) await held;
      return { ok: true, value: { items, has_more: false, total: items.length } } as const;
    });
    const slow = createList({ table, fetch: () => asked(answered) });
    answered = [{ id: 1, open: false }];
    const first = slow.load();
    answered = [
      { id: 2, open: true },
      { id: 1, open: true },
    ];
    await slow.load();
    answerFirst();
    expect(await first).toBe(true);
    expect(slow.items()).toEqual(answered);
  });

  it('notifies its subscribers of changed ids and entities, and is empty after a reset', async () => {
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

describe('a list of several pages', () => {
  /** The server's items, newest first. */
  let stored: Item[] = [];
  let asked: { before?: number | undefined; limit: number }[] = [];
  /** Delays the answer to the next call. */
  let hold: Promise<void> | undefined;
  const paged = createList({
    table,
    belongs: (item): item is Item => item.open,
    fetch: async (range) => {
      asked.push(range);
      const open = stored.filter((item) => item.open);
      const below = open.filter(({ id }) => id < (range.before ?? Number.POSITIVE_INFINITY));
      const items = below.slice(0, range.limit);
      whileAsked();
      await hold;
      return { ok: true, value: { items, has_more: below.length > items.length, total: open.length } } as const;
    },
    page: { size: 20, max: 30 },
  });
  const seen = () => paged.items()?.map(({ id }) => id) ?? [];
  const total = () => seen().length + paged.useIds.getState().beyond;
  const close = (id: number) => {
    stored = stored.map((item) => (item.id === id ? { id, open: false } : item));
  };

  beforeEach(async () => {
    resetStores();
    whileAsked = () => undefined;
    stored = Array.from({ length: 87 }, (_, index) => ({ id: 87 - index, open: true }));
    await paged.load();
    asked = [];
  });

  it('counts all, and fetches page after page until the end', async () => {
    expect([seen().length, total()]).toEqual([20, 87]);
    for (const shown of [40, 60, 80, 87, 87]) {
      await paged.loadMore();
      expect([seen().length, total()]).toEqual([shown, 87]);
    }
    expect(asked).toHaveLength(4);
  });

  it('follows live events in its total', () => {
    table.upsert({ id: 88, open: true });
    expect(total()).toBe(88);
    table.patch(87, { open: false });
    expect(total()).toBe(87);
  });

  it('fetches more before the last item on screen is answered', async () => {
    for (let left = 20; left > 0; left -= 1) {
      const [first = 0] = seen();
      close(first);
      table.patch(first, { open: false });
      await Promise.resolve();
    }
    await vi.waitFor(() => expect(seen().length).toBeGreaterThanOrEqual(10), WAIT_MS);
    expect(total()).toBe(67);
  });

  it('fetches again when an item that it has not fetched is answered, also during a fetch', async () => {
    close(3);
    table.patch(3, { open: false });
    await vi.waitFor(() => expect(total()).toBe(86), WAIT_MS);
    asked = [];
    whileAsked = () => {
      whileAsked = () => undefined;
      close(4);
      table.patch(4, { open: false });
    };
    await paged.load();
    expect([total(), asked.length]).toEqual([85, 2]);
  });

  it('is fetched again as far down as it is shown', async () => {
    await paged.loadMore();
    close(60);
    await paged.load();
    expect(asked.slice(1)).toEqual([
      { before: undefined, limit: 30 },
      { before: 57, limit: 10 },
    ]);
    expect([seen().length, seen().includes(60), total()]).toEqual([40, false, 86]);
  });

  it('skips no item between its pages and an older one that joins below them', async () => {
    table.merge([{ id: 5, open: false }], moment());
    table.patch(5, { open: true });
    expect(seen().slice(-2)).toEqual([68, 5]);
    while (paged.useIds.getState().beyond > 0) await paged.loadMore();
    expect(seen()).toEqual(stored.map(({ id }) => id));
  });

  it('skips no item below an older one that changed while the list was fetched', async () => {
    whileAsked = () => table.upsert({ id: 5, open: true });
    await paged.load();
    whileAsked = () => undefined;
    await paged.loadMore();
    expect(asked.at(-1)?.before).toBe(68);
  });

  it('fetches more after a page under way, which a newer answer has overtaken', async () => {
    let arrive: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    hold = late;
    const more = paged.loadMore();
    hold = undefined;
    whileAsked = () => {
      whileAsked = () => undefined;
      for (const { id } of stored.slice(0, 15)) {
        close(id);
        table.patch(id, { open: false });
      }
    };
    await paged.load();
    expect(seen()).toHaveLength(5);
    arrive();
    await more;
    await vi.waitFor(() => expect(seen().length).toBeGreaterThanOrEqual(10), WAIT_MS);
  });

  it('drops a page that a newer answer has overtaken', async () => {
    const more = paged.loadMore();
    await Promise.all([paged.load(), more]);
    expect(total()).toBe(87);
  });
});

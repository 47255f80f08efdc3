import { beforeEach, describe, expect, it, vi } from 'vitest';
import { resetStores } from './reset';
import { createTable, moment } from './table';

interface Item {
  id: number;
  title: string;
  skills: readonly string[];
}
const table = createTable<Item>();
const item = (id: number, title = `item ${id}`): Item => ({ id, title, skills: ['SQL'] });

describe('a table of entities', () => {
  beforeEach(resetStores);

  it('keeps live changes since a request was sent, field by field', () => {
    table.merge([item(1)], moment());
    const asked = moment();
    table.patch(1, { title: 'live' });
    table.merge([{ ...item(1, 'old'), skills: ['Go'] }], asked);
    expect(table.get(1)).toEqual({ id: 1, title: 'live', skills: ['Go'] });
    table.merge([item(1, 'newer')], moment());
    expect(table.get(1)?.title).toBe('newer');
  });

  it('keeps a live field of an entity until an answer brings the entity', () => {
    const asked = moment();
    table.patch(1, { title: 'live' });
    expect(table.get(1)).toBeUndefined();
    table.merge([item(1)], asked);
    expect(table.get(1)?.title).toBe('live');
  });

  it('lets an event win over the later answer to an earlier write', () => {
    const asked = moment();
    table.patch(1, { title: 'event' });
    table.upsert(item(1, 'answer'), asked);
    expect(table.get(1)).toEqual(item(1, 'event'));
    table.upsert(item(1, 'next event'));
    expect(table.get(1)?.title).toBe('next event');
  });

  it('clears a field that an answer leaves out, if its absence has a meaning', () => {
    const table = createTable<Item & { hidden?: true | undefined }>(() => ({ hidden: undefined }));
    table.upsert({ ...item(1), hidden: true });
    table.patch(1, { title: 'live' });
    expect(table.get(1)).toMatchObject({ title: 'live', hidden: true });
    table.merge([item(1)], moment());
    expect(table.get(1)?.hidden).toBeUndefined();
  });

  it('drops answers to requests from before a reset', () => {
    const asked = moment();
    resetStores();
    table.merge([item(1)], asked);
    table.upsert(item(2), asked);
    expect([table.get(1), table.get(2)]).toEqual([undefined, undefined]);
    table.merge([item(1)], moment());
    expect(table.get(1)).toEqual(item(1));
  });

  it('restores a removed entity only by a later answer, and then accepts its events again', () => {
    table.merge([item(1)], moment());
    const asked = moment();
    table.remove(1);
    table.merge([item(1)], asked);
    table.upsert(item(1));
    table.patch(1, { title: 'event' });
    expect(table.get(1)).toBeUndefined();
    table.merge([item(1, 'shown again')], moment());
    expect(table.get(1)?.title).toBe('shown again');
    table.patch(1, { title: 'event' });
    expect(table.get(1)?.title).toBe('event');
  });

  it('changes only one of 200 entities, and none when nothing differs', () => {
    const ids = Array.from({ length: 200 }, (_, index) => index + 1);
    table.merge(
      ids.map((id) => item(id)),
      moment(),
    );
    const before = ids.map((id) => table.get(id));
    const notified = vi.fn();
    const stop = table.use.subscribe(notified);
    table.merge(
      ids.map((id) => item(id)),
      moment(),
    );
    expect(notified).not.toHaveBeenCalled();
    table.upsert({ ...item(100), title: 'changed' });
    expect(notified).toHaveBeenCalledTimes(1);
    expect(ids.filter((id) => table.get(id) !== before[id - 1])).toEqual([100]);
    stop();
  });
});

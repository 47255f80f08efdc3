import { cachePart } from '../../core/offline/cached-parts';
import { createTable, moment } from '../../core/store/table';

/** Whether the member blocks another one, by the other's id; filled by threads, the list of blocks and events. */
export const blocks = createTable<{ id: number; is_blocked: boolean }>();

export const useIsBlocked = (id: number): boolean => blocks.use(({ byId }) => byId[id]?.is_blocked === true);

// Cached so that messages from blocked members stay hidden offline.
cachePart({
  name: 'blocks',
  take: () => {
    const all = Object.values(blocks.use.getState().byId);
    return all.length === 0 ? null : all.flatMap(({ id, is_blocked }) => (is_blocked ? [id] : []));
  },
  show: (ids) =>
    blocks.merge(
      ids.filter((id) => blocks.get(id) === undefined).map((id) => ({ id, is_blocked: true })),
      moment(),
    ),
  subscribe: blocks.use.subscribe,
});

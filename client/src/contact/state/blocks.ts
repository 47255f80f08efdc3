import { createTable } from '../../core/store/table';

/** Whether the member blocks another one, by the other's id; filled by threads, the list of blocks and events. */
export const blocks = createTable<{ id: number; is_blocked: boolean }>();

export const useIsBlocked = (id: number): boolean => blocks.use(({ byId }) => byId[id]?.is_blocked === true);

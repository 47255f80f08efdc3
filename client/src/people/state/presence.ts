import type { Presence } from '@sangam/shared/people/users';
import { createTable, type Moment } from '../../core/store/table';

/** Whether a member is online and when they last were, by their id. */
export const presence = createTable<Presence>();

/** Takes presence out of an answer that may hold more. */
export const mergePresence = (answered: readonly Presence[], asked: Moment): void =>
  presence.merge(
    answered.map(({ id, is_online, last_active }) => ({ id, is_online, last_active })),
    asked,
  );

/** What is known of a member's presence. It is live while the member is shown (`showPresence` in `stores/watch`). */
export const usePresence = (id: number): Presence | undefined => presence.use(({ byId }) => byId[id]);

import type { ServerEvent, ServerPayload } from '@sangam/shared/app/socket';
import type { LiveContext, Reducers } from '../../core/realtime/live';
import type { News } from '../../notices/state/news';
import { reducers } from './join';

/** Hands one event to its reducer. */
export const dispatch = <E extends ServerEvent>(
  event: E,
  payload: ServerPayload<E>,
  context: LiveContext<News>,
): void => (reducers as Reducers<E, News>)[event](payload, context);

/** False for an event of a newer server that this tab does not know. */
export const isServerEvent = (name: string): name is ServerEvent => Object.hasOwn(reducers, name);

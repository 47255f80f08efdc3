import type { appServerEvents } from '@sangam/shared/app/events';
import type { ServerEvent, ServerPayload } from '@sangam/shared/app/socket';
import { chatLive } from '../../chat/live';
import { contactLive } from '../../contact/live';
import {
  joinOwned,
  type Live,
  type LiveContext,
  type Reducers,
  type RefreshName,
  type RefreshParts,
  setLive,
} from '../../core/realtime/live';
import { noticesLive } from '../../notices/live';
import type { News } from '../../notices/state/news';
import { peopleLive } from '../../people/live';
import { projectsLive } from '../../projects/live';
import { requestsLive } from '../../requests/live';
import { refreshRecent } from '../dashboard/dashboard-store';

/** What belongs to no subject: the connection itself, and the dashboard, which reads across them. */
const ownLive = {
  events: {
    'pushes:missed': ({ paused }, { pushesMissed }) => pushesMissed(paused),
  },
  refreshShown: async ({ list }) => !list || refreshRecent(),
} satisfies Live<News, keyof typeof appServerEvents>;

/** What each server event changes. An event of the contract without exactly one owner does not compile. */
const reducers = joinOwned<Reducers<ServerEvent, News>>()({
  contact: contactLive.events,
  people: peopleLive.events,
  projects: projectsLive.events,
  requests: requestsLive.events,
  chat: chatLive.events,
  notices: noticesLive.events,
  own: ownLive.events,
});

/** The parts of a refresh. One without exactly one owner does not compile. */
const refresh = joinOwned<RefreshParts<RefreshName>>()({
  requests: requestsLive.refresh,
  chat: chatLive.refresh,
  notices: noticesLive.refresh,
});

setLive({ parts: [contactLive, peopleLive, projectsLive, requestsLive, chatLive, noticesLive, ownLive], refresh });

/** Hands one event to its reducer. */
export const dispatch = <E extends ServerEvent>(
  event: E,
  payload: ServerPayload<E>,
  context: LiveContext<News>,
): void => (reducers as Reducers<E, News>)[event](payload, context);

/** False for an event of a newer server that this tab does not know. */
export const isServerEvent = (name: string): name is ServerEvent => Object.hasOwn(reducers, name);

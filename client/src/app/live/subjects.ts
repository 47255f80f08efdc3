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
import { importOnce } from '../../lib/loading/load-part';
import { noticesLive } from '../../notices/live';
import type { Notice } from '../../notices/state/notice';
import { peopleLive } from '../../people/live';
import { projectsLive } from '../../projects/live';
import { requestsLive } from '../../requests/live';

const loadDashboard = importOnce(() => import('../dashboard/dashboard-store'));

/** The app's own part of the live application: the connection itself, and the dashboard, which reads data of several subjects. */
const appLive = {
  events: {
    'pushes:missed': ({ paused }, { eventsMissed }) => eventsMissed(paused),
  },
  // If the dashboard's code isn't loaded, the dashboard isn't on screen.
  refreshShown: async ({ list }) => !list || ((await loadDashboard())?.refreshRecent() ?? true),
} satisfies Live<Notice, keyof typeof appServerEvents>;

/** The reducers of all server events. Each event of the contract must have exactly one owner to compile. */
const reducers = joinOwned<Reducers<ServerEvent, Notice>>()({
  contact: contactLive.events,
  people: peopleLive.events,
  projects: projectsLive.events,
  requests: requestsLive.events,
  chat: chatLive.events,
  notices: noticesLive.events,
  own: appLive.events,
});

/** The parts of a refresh. Each must have exactly one owner to compile. */
const refresh = joinOwned<RefreshParts<RefreshName>>()({
  requests: requestsLive.refresh,
  chat: chatLive.refresh,
  notices: noticesLive.refresh,
});

setLive({ parts: [contactLive, peopleLive, projectsLive, requestsLive, chatLive, noticesLive, appLive], refresh });

/** Passes an event to its reducer. */
export const dispatch = <E extends ServerEvent>(
  event: E,
  payload: ServerPayload<E>,
  context: LiveContext<Notice>,
): void => (reducers as Reducers<E, Notice>)[event](payload, context);

/** Returns false for an event that only a newer server knows. */
export const isServerEvent = (name: string): name is ServerEvent => Object.hasOwn(reducers, name);

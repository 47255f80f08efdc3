import type { ServerEvent } from '@sangam/shared/app/socket';
import { chatLive } from '../../chat/live';
import { contactLive } from '../../contact/live';
import { joinOwned, type Reducers, type RefreshName, type RefreshParts, setLive } from '../../core/realtime/live';
import { noticesLive } from '../../notices/live';
import type { News } from '../../notices/state/news';
import { peopleLive } from '../../people/live';
import { projectsLive } from '../../projects/live';
import { requestsLive } from '../../requests/live';
import { ownLive } from './own';

/** What each server event changes. An event of the contract without exactly one owner does not compile. */
export const reducers = joinOwned<Reducers<ServerEvent, News>>()({
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

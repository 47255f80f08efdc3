import type { peopleServerEvents } from '@sangam/shared/people/events';
import { countFormDrafts } from '../core/forms/stored-drafts';
import type { Live } from '../core/realtime/live';
import { refresh } from '../core/realtime/refresh';
import { updateUser } from '../core/session/session';
import type { Notice } from '../notices/state/notice';
import { deleteBrowserData } from './state/browser-data';
import { rename } from './state/members';
import { fetchPicturesAgain, showPictures } from './state/pictures';
import { presence } from './state/presence';
import { followActivity } from './sync/presence-report';
import { presenceWatch } from './sync/presence-watch';

/** The subject people's part of the live application. */
export const peopleLive = {
  events: {
    'presence:changed': (changed) => presence.upsert(changed),
    'profile:changed': (user) => {
      updateUser(user);
      rename(user);
    },
    'member:renamed': rename,
    'picture:changed': ({ id }) => fetchPicturesAgain(id),
  },
  start(_, signal) {
    const activity = followActivity();
    signal.addEventListener('abort', activity.stop);
    showPictures(signal);
    presenceWatch.follow(signal, () => void refresh('gap'));
    return { connected: activity.reportNow, away: activity.reportNow };
  },
  onRefresh() {
    fetchPicturesAgain();
    return presenceWatch.send();
  },
  unsent: (member) => ({ messages: 0, drafts: countFormDrafts(member) }),
  forget: deleteBrowserData,
} satisfies Live<Notice, keyof typeof peopleServerEvents>;

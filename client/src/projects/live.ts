import type { projectsServerEvents } from '@sangam/shared/projects/events';
import { countFormDrafts } from '../core/forms/stored-drafts';
import type { Live } from '../core/realtime/live';
import { refresh } from '../core/realtime/refresh';
import { importOnce } from '../lib/loading/load-part';
import type { Notice } from '../notices/state/notice';
import { isCreator } from './state/creator';
import { applyTransfer, applyUpdate, dropProject } from './state/project-changes';
import { projects } from './state/project-table';
import { transfers } from './state/transfers';
import { projectWatch, refreshShownProjects, refreshWatched } from './sync/project-watch';

const loadDrafts = importOnce(() => import('./sync/project-drafts'));

/** Projects' part of the live connection. */
export const projectsLive = {
  events: {
    'project:created': (project) => projects.upsert(project),
    'project:mine': applyUpdate,
    'project:updated': applyUpdate,
    'project:deleted': dropProject,
    'project:taken-over': (change, { me, announce }) => {
      applyTransfer(change, me);
      if (!isCreator(change, me)) announce({ kind: 'transfer-accepted', change });
    },
    'team:removed': (removal, { me, announce }) => {
      if (removal.user_id === me) announce({ kind: 'removal', removal });
    },
    'team:left': (departure, { announce }) => announce({ kind: 'departure', departure }),
    'offer:changed': (change, { me, announce }) => {
      const { offer, status } = change;
      if (status === 'pending') transfers.upsert(offer);
      else transfers.remove(offer.id);
      // The creator is notified of a refusal, the member of the offer and its withdrawal.
      const isFor =
        status === 'declined'
          ? isCreator(offer, me)
          : ['pending', 'taken_back'].includes(status) && offer.user_id === me;
      if (isFor) announce({ kind: 'transfer', change });
    },
  },
  start(me, signal) {
    projectWatch.follow(signal, () => void refresh('gap'));
    return {
      connected: () => void (countFormDrafts(me) > 0 && loadDrafts().then((part) => part?.dropUselessDrafts(me))),
    };
  },
  onRefresh: refreshWatched,
  refreshShown: refreshShownProjects,
} satisfies Live<Notice, keyof typeof projectsServerEvents>;

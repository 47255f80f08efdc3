import { create } from 'zustand';
import { isTemporary } from '../../core/api/errors';
import { useConnection } from '../../core/realtime/connection-status';
import type { RefreshReason } from '../../core/realtime/live';
import { createWatch, noProjects, type ProjectWatch, useProjectWatch } from '../../core/realtime/on-screen';
import { refreshShown } from '../../core/realtime/refresh';
import { emit, isConnected } from '../../core/realtime/socket';
import { onReset } from '../../core/store/reset';
import { noteGap } from '../../core/store/shown-lists';
import { refreshListedProjects } from '../state/project-changes';
import { loadProject, useProjectPages } from '../state/project-pages';

/** The number of places that show projects, in addition to the page itself. */
const usePlaces = create(() => ({ count: 0 }));

/** Notes that projects are on screen in addition to the page's. Pass -1 to undo it. */
export const showProjects = (step: 1 | -1): void => usePlaces.setState(({ count }) => ({ count: count + step }));

const shownProjects = (): ProjectWatch => {
  const { list, project_id } = useProjectWatch.getState();
  return { list: list || usePlaces.getState().count > 0, project_id };
};

/** The watch whose events have arrived without a gap since its projects were fetched. */
let followed = noProjects;
let sends = 0;

/** Call this after a lost connection, which ended the watch, also one whose projects are still being fetched. */
export function forgetProjectWatch(): void {
  sends += 1;
  followed = noProjects;
}

// The next member's connection has no watch yet.
onReset(forgetProjectWatch);

/** Sends the watch. Newly watched projects were fetched before it began, so they are fetched again for the events in between. */
async function sendProjectWatch(): Promise<boolean> {
  if (!isConnected()) return true;
  sends += 1;
  const ownSend = sends;
  const { list, project_id } = shownProjects();
  const unchanged = {
    list: list && followed.list,
    project_id: project_id === followed.project_id ? project_id : null,
  };
  followed = unchanged;
  const answer = await emit('project:watch', { list, project_id });
  if (!answer.ok) return !isConnected();
  // While events are paused, the poll fetches everything, and nothing is followed without a gap.
  if (useConnection.getState().eventsPaused) {
    followed = noProjects;
    return true;
  }
  const newlyWatched = { list: list && !unchanged.list, project_id: unchanged.project_id === null ? project_id : null };
  // Project cards in a thread are lists on screen, which were read before their watch began.
  if (newlyWatched.list && usePlaces.getState().count > 0) noteGap();
  const succeeded = await refreshShown(newlyWatched);
  if (succeeded && ownSend === sends) followed = { list, project_id };
  return succeeded;
}

/** Sends the server the projects on screen. */
export const projectWatch = createWatch({
  stores: [useProjectWatch, usePlaces],
  wanted() {
    const { list, project_id } = shownProjects();
    return `${list}|${project_id}`;
  },
  send: sendProjectWatch,
});

/** The projects' part of a refresh. Returns false if the refresh should be repeated. */
export async function refreshWatched(reason: RefreshReason): Promise<boolean> {
  if (reason === 'connect') forgetProjectWatch();
  const hasEvents = isConnected() && !useConnection.getState().eventsPaused;
  const succeeded = await Promise.all([
    projectWatch.send(),
    // With live events, the new watch above fetches what was missed. After a page load, everything has just been fetched.
    hasEvents || reason === 'start' || refreshShown(useProjectWatch.getState()),
  ]);
  return !succeeded.includes(false);
}

/**
 * Fetches the list and the page on screen again, since their events may have been missed. Returns false on a temporary
 * failure.
 */
export async function refreshShownProjects({ list, project_id }: ProjectWatch): Promise<boolean> {
  const succeeded = await Promise.all([
    project_id === null || refreshShownPage(project_id),
    !list || refreshListedProjects(),
  ]);
  return !succeeded.includes(false);
}

/** Fetches the page again. True also for a page that was never fetched, and so isn't on screen, and for a project that doesn't exist. */
async function refreshShownPage(id: number): Promise<boolean> {
  const page = () => useProjectPages.getState().byId[id];
  if (page() === undefined || (await loadProject(id))) return true;
  const error = page()?.error ?? null;
  return error !== null && !isTemporary(error);
}

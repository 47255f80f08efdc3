import { create } from 'zustand';
import { isTemporary } from '../../core/api/errors';
import { useConnection } from '../../core/realtime/connection';
import type { RefreshReason } from '../../core/realtime/live';
import { createWatch, type ProjectWatch, useProjectWatch } from '../../core/realtime/on-screen';
import { refreshShown } from '../../core/realtime/refresh';
import { emit, isConnected } from '../../core/realtime/socket';
import { refreshProjects } from '../state/project-list';
import { loadProject, useProjectPages } from '../state/project-pages';

/** How many places show projects of any kind in addition to the page. */
const usePlaces = create(() => ({ count: 0 }));

/** Says that projects are on screen in addition to the page's; `step` -1 is the undo. */
export const showProjects = (step: 1 | -1): void => usePlaces.setState(({ count }) => ({ count: count + step }));

const shownProjects = (): ProjectWatch => {
  const { list, project_id } = useProjectWatch.getState();
  return { list: list || usePlaces.getState().count > 0, project_id };
};

const nothing: ProjectWatch = { list: false, project_id: null };
/** The projects that the server has sent events about without a pause since they were fetched. */
let followed = nothing;
let sends = 0;

/** The connection was lost, and the watch with it. */
export function forgetProjectWatch(): void {
  followed = nothing;
}

/** A page is fetched before its watch begins: an event between the two went to nobody, so it is fetched again. */
async function sendProjectWatch(): Promise<boolean> {
  if (!isConnected()) return true;
  sends += 1;
  const mine = sends;
  const { list, project_id } = shownProjects();
  const kept = {
    list: list && followed.list,
    project_id: project_id === followed.project_id ? project_id : null,
  };
  followed = kept;
  const answer = await emit('project:watch', { list, project_id });
  if (!answer.ok) return !isConnected();
  // The poll fetches all of it while events are paused; what was followed before has had a pause.
  if (useConnection.getState().pushesPaused) {
    followed = nothing;
    return true;
  }
  const begun = { list: list && !kept.list, project_id: kept.project_id === null ? project_id : null };
  const came = await refreshShown(begun);
  if (came && mine === sends) followed = { list, project_id };
  return came;
}

/** Sends the server which projects are on screen. */
export const projectWatch = createWatch({
  stores: [useProjectWatch, usePlaces],
  wanted() {
    const { list, project_id } = shownProjects();
    return `${list}|${project_id}`;
  },
  send: sendProjectWatch,
});

/** The projects' part of a refresh. False when it is to be repeated. */
export async function refreshWatched(reason: RefreshReason): Promise<boolean> {
  if (reason === 'connect') forgetProjectWatch();
  const isPushed = isConnected() && !useConnection.getState().pushesPaused;
  const came = await Promise.all([
    projectWatch.send(),
    // While events come, those that were missed are made up for when a watch begins. The first page load has just fetched its page.
    isPushed || reason === 'start' || refreshShown(useProjectWatch.getState()),
  ]);
  return !came.includes(false);
}

/** Fetches again the list and the page that are on screen: their events may have been missed. False when it failed for a moment. */
export async function refreshShownProjects({ list, project_id }: ProjectWatch): Promise<boolean> {
  const came = await Promise.all([project_id === null || refreshShownPage(project_id), !list || refreshProjects()]);
  return !came.includes(false);
}

/** A page that was never asked for is not on screen, and one of a project that does not exist will not come. */
async function refreshShownPage(id: number): Promise<boolean> {
  const page = () => useProjectPages.getState().byId[id];
  if (page() === undefined || (await loadProject(id))) return true;
  const error = page()?.error ?? null;
  return error !== null && !isTemporary(error);
}

import { peopleLimits } from '@sangam/shared/people/limits';
import { create } from 'zustand';
import { READ_TIMEOUT_MS, request } from '../../core/api/client';
import { useConnection } from '../../core/realtime/connection';
import { type ProjectWatch, useProjectWatch, useShownMembers } from '../../core/realtime/on-screen';
import { emit, isConnected } from '../../core/realtime/socket';
import { moment } from '../../core/store/table';
import { refreshShownProjects } from '../../projects/sync/shown-projects';
import { mergePresence } from '../state/presence';

/** Changes of what is on screen within this time are sent as one. */
const GATHER_MS = 100;

/** Who is shown in several places (the open conversation is also a line of the list) comes first: the server bounds the set. */
const shownIds = (): number[] =>
  Object.entries(useShownMembers.getState())
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, peopleLimits.watchMax)
    .map(([id]) => Number(id));

/**
 * Sends the server whose presence and which projects are on screen; without a connection, fetches the presence once. False
 * when it is to be tried again.
 */
export async function sendWatches(): Promise<boolean> {
  const came = await Promise.all([sendPresenceWatch(), sendProjectWatch()]);
  return !came.includes(false);
}

/** How many places show projects of any kind beside what the page shows. */
const usePlaces = create(() => ({ count: 0 }));

/** Says that projects are on screen beside what the page shows; `step` -1 is the undo. */
export const showProjects = (step: 1 | -1): void => usePlaces.setState(({ count }) => ({ count: count + step }));

const shownProjects = (): ProjectWatch => {
  const { list, project_id } = useProjectWatch.getState();
  return { list: list || usePlaces.getState().count > 0, project_id };
};

/** What the server was last asked to watch: a list that only changes its order asks for nothing. */
let requested = '';
const wanted = (): string => {
  const { list, project_id } = shownProjects();
  return `${shownIds().join()}|${list}|${project_id}`;
};

async function sendPresenceWatch(): Promise<boolean> {
  requested = wanted();
  const userIds = shownIds();
  const asked = moment();
  if (isConnected()) {
    const answer = await emit('presence:watch', { userIds });
    if (answer.ok) mergePresence(answer.value, asked);
    return answer.ok || !isConnected();
  }
  // The status poll pauses while nobody looks (R7.4).
  if (userIds.length === 0 || document.hidden) return true;
  const answer = await request('POST /api/users/status', { body: { userIds }, timeoutMs: READ_TIMEOUT_MS });
  if (answer.ok) mergePresence(answer.value.data, asked);
  return true;
}

const nothing: ProjectWatch = { list: false, project_id: null };
/** The projects that the server has pushed without a pause since they were fetched. */
let followed = nothing;
let sends = 0;

/** The connection was lost, and every watch with it. */
export function forgetProjectWatch(): void {
  followed = nothing;
}

/** A page is fetched before its watch begins: what changed between the two was pushed to nobody, so it is fetched again. */
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
  // The poll fetches all of it while pushes are paused; what was followed before has had a pause.
  if (useConnection.getState().pushesPaused) {
    followed = nothing;
    return true;
  }
  const begun = { list: list && !kept.list, project_id: kept.project_id === null ? project_id : null };
  const came = await refreshShownProjects(begun);
  if (came && mine === sends) followed = { list, project_id };
  return came;
}

/** Follows what is on screen until the returned function is called; `onFailure` is to have it sent again. */
export function followWatches(onFailure: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (wanted() !== requested) void sendWatches().then((came) => came || onFailure());
    }, GATHER_MS);
  };
  const stops = [useShownMembers, useProjectWatch, usePlaces].map((each) => each.subscribe(soon));
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

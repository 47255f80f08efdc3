import { limits } from '@sangam/shared/rules/limits';
import { READ_TIMEOUT_MS, request } from '../api/client';
import { mergePresence } from '../stores/entities/presence';
import { moment } from '../stores/entities/table';
import { useProjectWatch, useShownMembers } from '../stores/watch';
import { emit, isConnected } from './socket';

/** Changes of what is on screen within this time are sent as one. */
const GATHER_MS = 100;

/** Who is shown in several places (the open conversation is also a line of the list) comes first: the server bounds the set. */
const shownIds = (): number[] =>
  Object.entries(useShownMembers.getState())
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limits.watchMax)
    .map(([id]) => Number(id));

/** Sends the server whose presence and which projects are on screen; without a connection, fetches the presence once. */
export async function sendWatches(): Promise<void> {
  await Promise.all([sendPresenceWatch(), sendProjectWatch()]);
}

/** What the server was last asked to watch: a list that only changes its order asks for nothing. */
let requested = '';
const wanted = (): string => {
  const { list, project_id } = useProjectWatch.getState();
  return `${shownIds().join()}|${list}|${project_id}`;
};

async function sendPresenceWatch(): Promise<void> {
  requested = wanted();
  const userIds = shownIds();
  const asked = moment();
  if (isConnected()) {
    const answer = await emit('presence:watch', { userIds });
    if (answer.ok) mergePresence(answer.value, asked);
    return;
  }
  // The status poll pauses while nobody looks (R7.4).
  if (userIds.length === 0 || document.hidden) return;
  const answer = await request('POST /api/users/status', { body: { userIds }, timeoutMs: READ_TIMEOUT_MS });
  if (answer.ok) mergePresence(answer.value.data, asked);
}

async function sendProjectWatch(): Promise<void> {
  const { list, project_id } = useProjectWatch.getState();
  await emit('project:watch', { list, project_id });
}

/** Follows what is on screen until the returned function is called. */
export function followWatches(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (wanted() !== requested) void sendWatches();
    }, GATHER_MS);
  };
  const stops = [useShownMembers.subscribe(soon), useProjectWatch.subscribe(soon)];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

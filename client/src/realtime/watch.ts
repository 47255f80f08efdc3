import { limits } from '@sangam/shared/rules/limits';
import { READ_PATIENCE_MS, request } from '../api/client';
import { applyPresence, presenceMoment, usePresence } from '../stores/presence';
import { useProjectWatch } from '../stores/watch';
import { emit, isConnected } from './socket';

/** Changes of what is on screen within this time are told in one message. */
const GATHER_MS = 100;

/** Who is shown in several places (the open conversation is also a line of the list) comes first: the server bounds the set. */
const shownIds = (): number[] =>
  Object.entries(usePresence.getState().shown)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limits.watchMax)
    .map(([id]) => Number(id));

/** Tells the server whose presence and which projects are on screen; without a connection, asks for the presence once. */
export async function sendWatches(): Promise<void> {
  await Promise.all([sendPresenceWatch(), sendProjectWatch()]);
}

/** What the server was last asked to watch: a list that only changes its order asks for nothing. */
let told = '';
const wanted = (): string => {
  const { list, project_id } = useProjectWatch.getState();
  return `${shownIds().join()}|${list}|${project_id}`;
};

async function sendPresenceWatch(): Promise<void> {
  told = wanted();
  const userIds = shownIds();
  const since = presenceMoment();
  if (isConnected()) {
    const answer = await emit('presence:watch', { userIds });
    if (answer.ok) applyPresence(answer.value, since);
    return;
  }
  // The status poll pauses while nobody looks (R7.4).
  if (userIds.length === 0 || document.hidden) return;
  const answer = await request('POST /api/users/status', { body: { userIds }, patienceMs: READ_PATIENCE_MS });
  if (answer.ok) applyPresence(answer.value.data, since);
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
      if (wanted() !== told) void sendWatches();
    }, GATHER_MS);
  };
  const stops = [
    usePresence.subscribe((state, before) => state.shown !== before.shown && soon()),
    useProjectWatch.subscribe(soon),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

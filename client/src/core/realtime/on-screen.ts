import { create, type StoreApi } from 'zustand';
import { onReset } from '../store/reset';

/** The projects on screen: the list, one project's page, or neither. The server sends events about these only. */
export interface ProjectWatch {
  list: boolean;
  project_id: number | null;
}

export const noProjects: ProjectWatch = { list: false, project_id: null };
export const useProjectWatch = create<ProjectWatch>(() => noProjects);

/** Notes which projects are on screen. */
export function setProjectWatch(next: ProjectWatch): void {
  const now = useProjectWatch.getState();
  if (now.list !== next.list || now.project_id !== next.project_id) useProjectWatch.setState(next);
}

/**
 * The members whose presence is on screen, by id, with the number of places that show it. The server sends events about
 * these only.
 */
export const useShownMembers = create<Readonly<Record<number, number>>>(() => ({}));
onReset(() => useShownMembers.setState({}, true));

/**
 * Notes that these members' presence is on screen. Returns a function that undoes this. Use it as an effect, `useEffect(() =>
 * showPresence([id]), [id])`, and read with `usePresence(id)`.
 */
export function showPresence(ids: readonly number[]): () => void {
  count(ids, 1);
  return () => count(ids, -1);
}

function count(ids: readonly number[], step: 1 | -1): void {
  if (ids.length === 0) return;
  const next = { ...useShownMembers.getState() };
  for (const id of ids) {
    const total = (next[id] ?? 0) + step;
    if (total > 0) next[id] = total;
    else delete next[id];
  }
  useShownMembers.setState(next, true);
}

/** Changes within this time are sent together. */
const GATHER_MS = 100;

interface Watching {
  /** The stores that `wanted` reads. */
  stores: readonly Pick<StoreApi<unknown>, 'subscribe'>[];
  /** Describes what is on screen. Equal texts aren't sent again, so the order of a list must not matter. */
  wanted: () => string;
  /** Sends the wanted state to the server. Returns false if it should be sent again. */
  send: () => Promise<boolean>;
}

/** Keeps the server informed of what is on screen. */
export function createWatch({ stores, wanted, send }: Watching) {
  let requested = '';
  const sendNow = (): Promise<boolean> => {
    requested = wanted();
    return send();
  };
  return {
    send: sendNow,
    /** Sends changes until `signal` aborts. After a failed send it calls `onFailure`, which must see to another one. */
    follow(signal: AbortSignal, onFailure: () => void): void {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const soon = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          if (wanted() !== requested) void sendNow().then((succeeded) => succeeded || onFailure());
        }, GATHER_MS);
      };
      const stops = stores.map((store) => store.subscribe(soon));
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      });
    },
  };
}

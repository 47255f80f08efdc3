import { create } from 'zustand';
import { onReset } from '../store/reset';

/**
 * `connecting` until the first attempt has ended; `away` while it's retried; `outdated` when the server no longer
 * supports this tab's version.
 */
export type ConnectionStatus = 'connecting' | 'online' | 'away' | 'outdated';

interface Connection {
  status: ConnectionStatus;
  /** The latest refresh since the connection was lost has succeeded. */
  refreshed: boolean;
  /** The connected server gets no events from the others, so the client polls. */
  eventsPaused: boolean;
}

const connecting: Connection = { status: 'connecting', refreshed: false, eventsPaused: false };
export const useConnection = create<Connection>(() => connecting);
onReset(() => useConnection.setState(connecting));

/** Whether the page may still show cached data: it hasn't been connected yet. */
export const isStarting = (): boolean => useConnection.getState().status === 'connecting';

/** Sets the status. A refresh that succeeded while connecting still counts if the first attempt then fails. */
export const setConnection = (status: ConnectionStatus): void =>
  useConnection.setState((before) => ({
    status,
    refreshed: before.status === 'connecting' && before.refreshed,
    eventsPaused: false,
  }));

/**
 * Calls `load` now and at each reconnect, until the returned function is called. For data that neither events nor refreshes bring. Use it
 * as an effect.
 */
export function loadAtReconnects(load: () => unknown): () => void {
  load();
  return useConnection.subscribe(({ status }, before) => {
    if (status === 'online' && before.status === 'away') load();
  });
}

/** Notes that the server has paused or resumed events. */
export const setEventsPaused = (eventsPaused: boolean): void => useConnection.setState({ eventsPaused });

/** Notes whether the latest refresh succeeded. Without a live connection, the screen is as fresh as that. */
export const noteRefreshed = (refreshed: boolean): void => {
  if (useConnection.getState().status !== 'online') useConnection.setState({ refreshed });
};

import { create } from 'zustand';
import { onReset } from '../store/reset';

/** `connecting` until the first attempt has ended; `away` while it is retried; `outdated` when the server no longer supports this tab's version. */
export type ConnectionStatus = 'connecting' | 'online' | 'away' | 'outdated';

interface Connection {
  status: ConnectionStatus;
  /** The latest refresh over REST since the connection was lost has succeeded. */
  refreshed: boolean;
  /** Connected, but the server does not hear of what happens on the others: the screen is refreshed by polling. */
  pushesPaused: boolean;
}

const connecting: Connection = { status: 'connecting', refreshed: false, pushesPaused: false };
export const useConnection = create<Connection>(() => connecting);
onReset(() => useConnection.setState(connecting));

/** A refresh that succeeded while connecting still counts when the first attempt then fails. */
export const setConnection = (status: ConnectionStatus): void =>
  useConnection.setState((before) => ({
    status,
    refreshed: before.status === 'connecting' && before.refreshed,
    pushesPaused: false,
  }));

/** The server says that pushes are paused, or that they come again. */
export const setPushesPaused = (pushesPaused: boolean): void => useConnection.setState({ pushesPaused });

/** Notes whether the latest refresh came: without a live connection, the screen is as fresh as that. */
export const noteRefreshed = (refreshed: boolean): void => {
  if (useConnection.getState().status !== 'online') useConnection.setState({ refreshed });
};

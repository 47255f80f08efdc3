import { create } from 'zustand';
import { onReset } from './reset';

/** `connecting` until the first try has ended; `away` while it is tried again; `outdated` when this tab is too old for the server. */
export type ConnectionStatus = 'connecting' | 'online' | 'away' | 'outdated';

interface Connection {
  status: ConnectionStatus;
  /** Since the connection went away, a refresh by REST has brought what is new. */
  refreshed: boolean;
}

const connecting: Connection = { status: 'connecting', refreshed: false };
export const useConnection = create<Connection>(() => connecting);
onReset(() => useConnection.setState(connecting));

/** What the page's first refresh brought still counts when the first connection then fails. */
export const setConnection = (status: ConnectionStatus): void =>
  useConnection.setState((before) => ({ status, refreshed: before.status === 'connecting' && before.refreshed }));

/** A refresh has come through: without a live connection, that is how fresh the screen is. */
export const noteRefreshed = (): void => {
  if (useConnection.getState().status !== 'online') useConnection.setState({ refreshed: true });
};

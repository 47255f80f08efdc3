import { create } from 'zustand';
import { onReset } from './reset';

/** `connecting` until the first try has ended; `away` while it is tried again; `outdated` when this tab is too old for the server. */
export type ConnectionStatus = 'connecting' | 'online' | 'away' | 'outdated';

export const useConnection = create<{ status: ConnectionStatus }>(() => ({ status: 'connecting' }));
onReset(() => useConnection.setState({ status: 'connecting' }));

export const setConnection = (status: ConnectionStatus): void => useConnection.setState({ status });

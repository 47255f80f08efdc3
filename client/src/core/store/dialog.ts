import { create } from 'zustand';
import { onReset } from './reset';

/** A dialog that is reached from several screens. */
export interface DialogStore<T> {
  /** What the open dialog is about; null while it is closed. */
  use: () => T | null;
  useIsOpen: () => boolean;
  get: () => T | null;
  open: (subject: T) => void;
  close: () => void;
}

/** Makes the store of one dialog. It is closed with the session. */
export function createDialogStore<T>(): DialogStore<T> {
  const store = create<{ subject: T | null }>(() => ({ subject: null }));
  const close = () => store.setState({ subject: null });
  onReset(close);
  return {
    use: () => store((state) => state.subject),
    useIsOpen: () => store((state) => state.subject !== null),
    get: () => store.getState().subject,
    open: (subject) => store.setState({ subject }),
    close,
  };
}

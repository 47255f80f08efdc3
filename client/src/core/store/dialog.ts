import { create } from 'zustand';
import { onReset } from './reset';

/** A dialog that opens from several screens. */
export interface DialogStore<T> {
  /** The subject of the open dialog; null while it's closed. */
  use: () => T | null;
  useIsOpen: () => boolean;
  get: () => T | null;
  open: (subject: T) => void;
  close: () => void;
  /** Closes the dialog unless it shows another subject: the member may have closed it while a form was sent, and opened it for another. */
  closeOf: (subject: T | null) => void;
}

/** Creates the store of one dialog. It closes with the session. */
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
    closeOf: (subject) => store.getState().subject === subject && close(),
  };
}

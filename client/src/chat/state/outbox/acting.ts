import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import type { ActTarget } from './outbox-acts';

/** What the member is about to do to a message: to edit it in the composer, to delete it, which is asked first, or to choose an emoji. */
export interface Acting {
  verb: 'edit' | 'delete' | 'react';
  target: ActTarget;
  /** What the message says. */
  content: string;
}

export const useActing = create<{ acting: Acting | null }>(() => ({ acting: null }));
onReset(() => setActing(null));

export const setActing = (acting: Acting | null): void => useActing.setState({ acting });

import type { Suggestions } from '@sangam/shared/people/users';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { idle, isPending, type Loadable, load } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';

const useStore = create<Loadable<Suggestions>>(() => idle());
onReset(() => useStore.setState(idle()));
const none: Suggestions = { colleges: [], skills: [] };
/** Before the answer. */
const coming = { ...none, mayHaveSkills: true };

/** The colleges and skills that forms suggest, the same for every member. Without an answer nothing is suggested. `mayHaveSkills`: they are still coming. */
export function useFormSuggestions(): Suggestions & { mayHaveSkills?: boolean } {
  useEffect(() => {
    const { data, status } = useStore.getState();
    if (data === null && status !== 'loading')
      void load(
        useStore.setState,
        () => request('GET /api/users/suggestions'),
        (answer) => answer.data,
      );
  }, []);
  return useStore((state) => state.data ?? (isPending(state) ? coming : none));
}

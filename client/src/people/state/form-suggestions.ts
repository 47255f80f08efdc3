import type { Suggestions } from '@sangam/shared/people/users';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { idle, type Loadable, load } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';

const useStore = create<Loadable<Suggestions>>(() => idle());
onReset(() => useStore.setState(idle()));
const none: Suggestions = { colleges: [], skills: [] };

/** The colleges and skills that forms suggest, the same for every member. Without an answer nothing is suggested. */
export function useFormSuggestions(): Suggestions {
  useEffect(() => {
    const { data, status } = useStore.getState();
    if (data === null && status !== 'loading')
      void load(
        useStore.setState,
        () => request('GET /api/users/suggestions'),
        (answer) => answer.data,
      );
  }, []);
  return useStore((state) => state.data) ?? none;
}

import type { Location, NavigateOptions } from 'react-router-dom';

/** How one goes to the same address with the saved messages beside it, or the conversations: a phone's Back leads to these. */
export const savedShown = (saved: boolean, { state, pathname }: Location): NavigateOptions => ({
  state: { ...state, saved },
  replace: pathname !== '/messages',
});

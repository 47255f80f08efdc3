import { create } from 'zustand';

/** Whether the browser holds another version of the application than this tab shows. It belongs to the tab, not to a member. */
export const useNewVersion = create<{ isReady: boolean }>(() => ({ isReady: false }));

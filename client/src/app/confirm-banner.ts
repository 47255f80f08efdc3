import { useLayoutEffect } from 'react';
import { create } from 'zustand';

/** Whether the page below the banner of an unconfirmed address is on screen. */
export const usePageShown = create<boolean>(() => false);

/** Stands in a page that waits for the banner: both appear at once, since a later banner would push the page down. */
export function AwaitBanner(): null {
  useLayoutEffect(() => usePageShown.setState(true), []);
  return null;
}

import { type ComponentType, useLayoutEffect } from 'react';
import { create } from 'zustand';

/** The banner of an unconfirmed address, once the page below it is on screen. */
export const useBanner = create<{ Banner: ComponentType | null }>(() => ({ Banner: null }));

/** Used in a page that waits for the banner. Both appear at once, since a later banner would push the page down. */
export const awaitBanner = (Banner: ComponentType) =>
  function AwaitBanner(): null {
    useLayoutEffect(() => useBanner.setState({ Banner }), []);
    return null;
  };

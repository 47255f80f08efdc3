import { type ComponentType, useLayoutEffect } from 'react';
import { create } from 'zustand';

/** The banner about an unconfirmed address; null until the page below it is on screen. */
export const useBanner = create<{ Banner: ComponentType | null }>(() => ({ Banner: null }));

/** Returns a component that makes its page suspend for the banner. Both appear together, since a later banner would push the page down. */
export const awaitBanner = (Banner: ComponentType) =>
  function AwaitBanner(): null {
    useLayoutEffect(() => useBanner.setState({ Banner }), []);
    return null;
  };

/**
 * The ref of a button that goes when what it asked for comes, such as Retry. A focus that it has then moves to the list of its part of the
 * page that takes it (`data-takes-focus`), to the part's heading, or to the part itself.
 */
export const passFocusOn = (button: HTMLElement | null) => (): void => {
  if (document.activeElement !== button) return;
  const part = button?.closest<HTMLElement>('section, [role=dialog], main');
  // Once it is gone.
  queueMicrotask(() => {
    const place =
      part?.querySelector<HTMLElement>('[data-takes-focus]') ?? part?.querySelector<HTMLElement>('h1, h2') ?? part;
    if (!place || document.activeElement !== document.body) return;
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
};

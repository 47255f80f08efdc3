const PART = 'section, [role=dialog], main';

/** Once a control with the focus is gone, moves the focus to the first of these places that takes it. */
function passOn(
  control: HTMLElement | null,
  placesOf: (around: readonly HTMLElement[]) => (HTMLElement | null)[],
): void {
  if (control === null || document.activeElement !== control) return;
  const around: HTMLElement[] = [];
  for (let one = control.parentElement; one !== null && one !== document.body; one = one.parentElement)
    around.push(one);
  queueMicrotask(() => {
    for (const place of placesOf(around.filter((one) => one.isConnected))) {
      if (document.activeElement !== document.body) return;
      if (place === null) continue;
      if (place.tabIndex < 0) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    }
  });
}

/**
 * Returns the places around a control, the nearest first: lists that take the focus (`data-takes-focus`), headings, and parts of the page.
 */
const nearby = (around: readonly HTMLElement[]): (HTMLElement | null)[] =>
  around.flatMap((one) => [
    one.querySelector<HTMLElement>('[data-takes-focus]'),
    one.querySelector<HTMLElement>('h1, h2, h3'),
    one.matches(PART) ? one : null,
  ]);

/**
 * The ref of a control that disappears when it has done its work, such as Retry. If it had the focus, the focus moves to the nearest list
 * that takes it (`data-takes-focus`), heading or part of the page.
 */
export const passFocusOn = (control: HTMLElement | null) => (): void => passOn(control, nearby);

/**
 * Like `passFocusOn`, for a control below a list, such as Show more: the focus moves to the list's last row, below which the new rows
 * begin.
 */
export const passFocusToRow = (control: HTMLElement | null) => (): void => {
  const list = control && nearestList(control);
  const row = list?.lastElementChild ?? null;
  const place = row?.querySelector<HTMLElement>('a[href], button') ?? (row instanceof HTMLElement ? row : null);
  passOn(control, (around) => [place, ...nearby(around)]);
};

/** The last list before a control, in the nearest element around it that has one. */
function nearestList(control: HTMLElement): HTMLElement | null {
  for (let around = control.parentElement; around !== null; around = around.parentElement) {
    const found = [...around.querySelectorAll<HTMLElement>('ul, ol')]
      .filter((list) => list.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING)
      .findLast((list) => list.parentElement?.closest('li') === null);
    if (found || around.matches(PART)) return found ?? null;
  }
  return null;
}

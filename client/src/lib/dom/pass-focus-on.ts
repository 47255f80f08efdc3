const PART = 'section, [role=dialog], main';

/** Once a control with the focus is gone, or the part around it, moves the focus to the first of these places that takes it. */
function passOn(
  control: HTMLElement | null,
  targetsAround: (ancestors: readonly HTMLElement[]) => (HTMLElement | null)[],
): void {
  if (control === null || !control.contains(document.activeElement)) return;
  const ancestors: HTMLElement[] = [];
  for (
    let ancestor = control.parentElement;
    ancestor !== null && ancestor !== document.body;
    ancestor = ancestor.parentElement
  )
    ancestors.push(ancestor);
  queueMicrotask(() => {
    for (const target of targetsAround(ancestors.filter((ancestor) => ancestor.isConnected))) {
      if (document.activeElement !== document.body) return;
      if (target === null) continue;
      if (target.tabIndex < 0) target.tabIndex = -1;
      target.focus({ preventScroll: true });
    }
  });
}

/**
 * Returns the places around a control, the nearest first: lists that take the focus (`data-takes-focus`), headings, and parts of the page.
 */
const nearbyTargets = (ancestors: readonly HTMLElement[]): (HTMLElement | null)[] =>
  ancestors.flatMap((ancestor) => [
    ancestor.querySelector<HTMLElement>('[data-takes-focus]'),
    ancestor.querySelector<HTMLElement>('h1, h2, h3'),
    ancestor.matches(PART) ? ancestor : null,
  ]);

/**
 * The ref of a control or a part that disappears when it has done its work, such as Retry. If the focus was there, it moves to the nearest
 * list that takes it (`data-takes-focus`), heading or part of the page.
 */
export const passFocusOn = (control: HTMLElement | null) => (): void => passOn(control, nearbyTargets);

/**
 * Like `passFocusOn`, for a control below a list, such as Show more: the focus moves to the list's last row, below which the new rows
 * begin.
 */
export const passFocusToRow = (control: HTMLElement | null) => (): void => {
  const list = control && nearestList(control);
  const row = list?.lastElementChild ?? null;
  const target = row?.querySelector<HTMLElement>('a[href], button') ?? (row instanceof HTMLElement ? row : null);
  passOn(control, (ancestors) => [target, ...nearbyTargets(ancestors)]);
};

/** The last list before a control, in the nearest element around it that has one. */
function nearestList(control: HTMLElement): HTMLElement | null {
  for (let ancestor = control.parentElement; ancestor !== null; ancestor = ancestor.parentElement) {
    const found = [...ancestor.querySelectorAll<HTMLElement>('ul, ol')]
      .filter((list) => list.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING)
      .findLast((list) => list.parentElement?.closest('li') === null);
    if (found || ancestor.matches(PART)) return found ?? null;
  }
  return null;
}

/** The longest time between the two presses of a double click, and how far apart they may be. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 24;
/** The longest time between two presses of Enter that are meant as one. */
const DOUBLE_KEY_MS = 300;

/** Matches buttons whose second press would close the panel that the first one opened. */
const OPENERS = 'button:is([popovertarget], [aria-haspopup], [aria-expanded])';
/**
 * Matches buttons whose second press would take back the state that the first one set. One that changes its label instead of `aria-pressed`
 * has `data-toggles`.
 */
const STATES = 'button:is([aria-pressed], [data-toggles])';

interface Press {
  event: PointerEvent;
  control: Element | null;
}

/** The button, link or field that a press on this element reaches. */
function controlOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  const control = target.closest('a, button, input, select, textarea, label, summary, [role=button], [role=menuitem]');
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/**
 * Drops the second press of a double click if something else has appeared below the pointer since the first: it was meant for the first
 * target, and must neither press the new one nor take the focus from a field that opened. Layouts keep such a place free; this also covers
 * a dialog or form that opens or closes, and a row that arrives. The second press on a button that opens a panel or sets a state doesn't
 * undo it. Enter and Space are treated alike, except in a menu.
 */
export function dropSecondPresses(root: Document = document): void {
  const listen = root.addEventListener.bind(root);
  let before: Press | undefined;
  let press: Press | undefined;
  const isSecond = (): boolean => {
    if (!before?.control || !press) return false;
    const [a, b] = [before.event, press.event];
    return (
      b.timeStamp - a.timeStamp <= DOUBLE_MS && Math.hypot(b.clientX - a.clientX, b.clientY - a.clientY) <= DOUBLE_PX
    );
  };
  const drop = (event: MouseEvent) => {
    // A keyboard press has no position.
    if (event.detail === 0 || !isSecond()) return;
    const control = controlOf(event.target);
    // Two single clicks on a state, however fast, may be meant to set it and take it back.
    const isUndone = control?.matches(OPENERS) || (event.detail > 1 && control?.matches(STATES));
    if (control !== before?.control || isUndone) swallow(event);
  };
  listen(
    'pointerdown',
    (event) => {
      before = press;
      press = { event, control: controlOf(event.target) };
      // A third press belongs to the first one as well.
      if (isSecond()) press.control = before?.control ?? null;
    },
    { capture: true, passive: true },
  );
  // The default of `mousedown` moves the focus and selects text.
  listen('mousedown', drop, true);
  listen('click', drop, true);

  /** The last press of Enter or Space, unless something was typed since. */
  let first: KeyboardEvent | null = null;
  listen(
    'keydown',
    (event) => {
      const { key, target, repeat } = event;
      // Escape may have closed the panel that the mouse opened, so the next press is a new one.
      if (key === 'Escape') press = undefined;
      if (key !== 'Enter' && key !== ' ') first = null;
      else if (first !== null && (target === first.target ? undoes(first, event) : repeat || isAgain(first, event)))
        swallow(event);
      else if (!repeat) first = event;
    },
    true,
  );
  listen('input', () => {
    first = null;
  });
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

const isSoon = (first: Event, { timeStamp }: Event): boolean => timeStamp - first.timeStamp <= DOUBLE_KEY_MS;

/** Whether a key pressed again at once, or held, would take back the state that it set. */
const undoes = (first: Event, event: KeyboardEvent): boolean =>
  (event.repeat || isSoon(first, event)) && event.target instanceof Element && event.target.matches(STATES);

/**
 * Whether a key was pressed twice at once: on a button or link, and then in the form or dialog that it opened. A menu has
 * its first line ready at once, and a second press chooses it, as in the menus of a desktop.
 */
const isAgain = (first: Event, event: Event): boolean =>
  isSoon(first, event) &&
  isInside(first.target, 'a, button') &&
  isInside(event.target, 'form, [role=dialog]') &&
  !isInside(event.target, '[role=menu]');

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

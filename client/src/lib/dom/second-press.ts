/** The longest time between the two presses of a double click, and how far apart they may be. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 24;
/** The longest time between two presses of Enter that are meant as one. */
const DOUBLE_KEY_MS = 300;

/** A button whose second press would close what the first one opened. */
const OPENS = 'button:is([popovertarget], [aria-haspopup], [aria-expanded])';

interface Press {
  x: number;
  y: number;
  at: number;
  control: Element | null;
}

/** The button, link or field that a press on this element reaches. */
function controlOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  const control = target.closest('a, button, input, select, textarea, label, summary, [role=button], [role=menuitem]');
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/**
 * Drops the second press of a double click if something else has come below the pointer meanwhile: it was meant for the
 * first one, and must neither press what came nor take the focus from a field that opened. Layouts keep such a place free;
 * this also covers a dialog or form that opens or closes, and a row that arrives. The second press on a button that opens a
 * panel doesn't close it again. Enter and Space are treated alike.
 */
export function dropSecondPresses(root: Document = document): void {
  dropClicks(root);
  dropKeys(root);
}

const isClose = (a: Press, b: Press): boolean =>
  b.at - a.at <= DOUBLE_MS && Math.hypot(b.x - a.x, b.y - a.y) <= DOUBLE_PX;

function dropClicks(root: Document): void {
  let before: Press | null = null;
  let press: Press | null = null;
  const note = ({ clientX: x, clientY: y, timeStamp: at, target }: PointerEvent) => {
    before = press;
    press = { x, y, at, control: controlOf(target) };
    // A third press belongs to the first one as well.
    if (before?.control && isClose(before, press)) press.control = before.control;
  };
  const drop = (event: MouseEvent) => {
    // A keyboard's press has no place.
    if (event.detail === 0 || !before?.control || press === null || !isClose(before, press)) return;
    const control = controlOf(event.target);
    if (control === before.control && !control.matches(OPENS)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  root.addEventListener('pointerdown', note, { capture: true, passive: true });
  // The default of `mousedown` moves the focus and selects text.
  root.addEventListener('mousedown', drop, { capture: true });
  root.addEventListener('click', drop, { capture: true });
}

/** Drops Enter and Space while the press that moved the focus is held down, and in a form that it opened, if repeated at once. */
function dropKeys(root: Document): void {
  let first: { target: EventTarget | null; at: number } | null = null;
  const isAgain = (target: EventTarget | null, at: number): boolean =>
    first !== null &&
    at - first.at <= DOUBLE_KEY_MS &&
    isOf(first.target, 'a, button') &&
    isOf(target, 'form, [role=dialog], [role=menu]');
  const onKey = (event: KeyboardEvent) => {
    const { key, target, timeStamp: at, repeat } = event;
    if (key !== 'Enter' && key !== ' ') first = null;
    else if (first !== null && target !== first.target && (repeat || isAgain(target, at))) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (!repeat) first = { target, at };
  };
  root.addEventListener('keydown', onKey, { capture: true });
  root.addEventListener('input', () => {
    first = null;
  });
}

const isOf = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** The longest time between the two presses of a double click, and how far apart they may be. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 24;

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
 * Drops the second press of a double click if another control has come below the pointer meanwhile: it was meant for the
 * first one. Layouts keep such a place free; this also covers a dialog that opens or closes, and a row that arrives.
 */
export function dropSecondPresses(root: Document = document): void {
  let before: Press | null = null;
  let press: Press | null = null;
  const note = ({ clientX: x, clientY: y, timeStamp: at, target }: PointerEvent) => {
    before = press;
    press = { x, y, at, control: controlOf(target) };
  };
  const drop = (event: MouseEvent) => {
    // A keyboard's press has no place.
    if (event.detail === 0 || before?.control == null || press === null) return;
    if (press.at - before.at > DOUBLE_MS || Math.hypot(press.x - before.x, press.y - before.y) > DOUBLE_PX) return;
    const control = controlOf(event.target);
    if (control === null || control === before.control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  root.addEventListener('pointerdown', note, { capture: true, passive: true });
  root.addEventListener('click', drop, { capture: true });
}

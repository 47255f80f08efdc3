const CONTROLS =
  'a[href], button, input, select, textarea, summary, label, [role=button], [role^=menuitem], [role=option]';

/** Controls are larger than this. */
const STEP_PX = 12;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const steps = (from: number, length: number): number[] => {
  const count = Math.max(1, Math.ceil(length / STEP_PX));
  return Array.from({ length: count + 1 }, (_, step) => from + (length * step) / count);
};

/** Counts the controls that a panel in this box would cover, except `own`. */
function controlsUnder({ left, top, width, height }: Box, own?: Element): number {
  const covered = new Set<Element>();
  for (const y of steps(top, height))
    for (const x of steps(left, width)) {
      const control = document.elementFromPoint(x, y)?.closest(CONTROLS);
      if (control && control !== own) covered.add(control);
    }
  return covered.size;
}

/** Looks at the middle of each square of this size. */
const SQUARE_PX = 8;

/**
 * Returns a function that tells whether a box would cover no control. It looks at each square of the window
 * once.
 */
export function freeBoxes(): (box: Box) => boolean {
  const columns = Math.ceil(window.innerWidth / SQUARE_PX);
  const seen = new Map<number, boolean>();
  const isControl = (x: number, y: number): boolean => {
    const key = y * columns + x;
    const known = seen.get(key);
    if (known !== undefined) return known;
    const found = document.elementFromPoint((x + 0.5) * SQUARE_PX, (y + 0.5) * SQUARE_PX);
    const is = Boolean(found?.closest(CONTROLS));
    seen.set(key, is);
    return is;
  };
  // A control may begin up to half a square before the middle that shows it.
  const squares = (from: number, length: number) => ({
    first: Math.floor((from - SQUARE_PX / 2) / SQUARE_PX),
    last: Math.floor((from + length + SQUARE_PX / 2) / SQUARE_PX),
  });
  return ({ left, top, width, height }) => {
    const [across, down] = [squares(left, width), squares(top, height)];
    for (let y = down.first; y <= down.last; y += 1)
      for (let x = across.first; x <= across.last; x += 1) if (isControl(x, y)) return false;
    return true;
  };
}

/** Returns the first of these boxes that covers no control, or the one that covers the fewest. */
export function freePlace(boxes: readonly Box[], own?: Element): Box | null {
  let best: Box | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    const covered = controlsUnder(box, own);
    if (covered === 0) return box;
    if (covered < fewest) [best, fewest] = [box, covered];
  }
  return best;
}

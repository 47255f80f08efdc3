const CONTROLS =
  'a[href], button, input, select, textarea, summary, label, [role=button], [role^=menuitem], [role=option]';

/** The grid in which a box is searched for controls, which are larger than this. */
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
function controlsUnder({ left, top, width, height }: Box, own: Element | undefined): number {
  const covered = new Set<Element>();
  for (const y of steps(top, height))
    for (const x of steps(left, width)) {
      const control = document.elementFromPoint(x, y)?.closest(CONTROLS);
      if (control && control !== own) covered.add(control);
    }
  return covered.size;
}

/** Returns the first of these boxes that covers no control, or the one that covers the fewest. */
export function freePlace(boxes: readonly Box[], own: Element | undefined): Box | null {
  let best: Box | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    const covered = controlsUnder(box, own);
    if (covered === 0) return box;
    if (covered < fewest) [best, fewest] = [box, covered];
  }
  return best;
}

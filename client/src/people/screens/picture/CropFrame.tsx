import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { ChosenPicture } from './chosen-picture';
import { type Crop, KEY_STEP, moveCrop, placeOf, ZOOM_STEP, zoomCrop } from './crop';

interface CropFrameProps {
  picture: ChosenPicture;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}

interface Point {
  x: number;
  y: number;
}

const arrows: Record<string, { right: number; down: number }> = {
  ArrowLeft: { right: -KEY_STEP, down: 0 },
  ArrowRight: { right: KEY_STEP, down: 0 },
  ArrowUp: { right: 0, down: -KEY_STEP },
  ArrowDown: { right: 0, down: KEY_STEP },
};
const zooms: Record<string, number> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP };

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const spread = ([a, b]: readonly Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** The square over the picture. Mouse, finger or arrow keys move the picture under it; wheel, two fingers, + and - zoom. */
export function CropFrame({ picture, crop, onCrop }: CropFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, Point>());

  const onPointerMove = ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
    const known = pointers.current;
    if (!known.has(pointerId)) return;
    const before = [...known.values()];
    known.set(pointerId, { x: clientX, y: clientY });
    const now = [...known.values()];
    const side = currentTarget.getBoundingClientRect().width || 1;
    const [from, to] = [middle(before), middle(now)];
    const moved = moveCrop(picture, crop, { right: (to.x - from.x) / side, down: (to.y - from.y) / side });
    const grown = spread(before) > 0 ? spread(now) / spread(before) : 1;
    onCrop(zoomCrop(picture, moved, moved.zoom * grown));
  };
  const release = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [move, zoom] = [arrows[event.key], zooms[event.key]];
    if (!move && zoom === undefined) return;
    event.preventDefault();
    onCrop(move ? moveCrop(picture, crop, move) : zoomCrop(picture, crop, crop.zoom + (zoom ?? 0)));
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    onCrop(zoomCrop(picture, crop, crop.zoom * (event.deltaY < 0 ? 1 + ZOOM_STEP : 1 - ZOOM_STEP)));
  });
  useEffect(() => {
    const element = frame.current;
    const listen = (event: WheelEvent) => onWheel(event);
    // React's wheel listeners are passive and can't keep the dialog from scrolling.
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, []);

  return (
    <div
      ref={frame}
      role="application"
      aria-label="Position: move the picture with the arrow keys, zoom with plus and minus"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      }}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
      className="relative mx-auto aspect-square w-full max-w-72 cursor-grab touch-none select-none overflow-hidden rounded-md bg-[#fff] active:cursor-grabbing"
    >
      <img
        src={picture.url}
        alt=""
        draggable={false}
        className="pointer-events-none absolute max-w-none"
        style={placeOf(picture, crop)}
      />
      {/* The avatar's circle. */}
      <span className="pointer-events-none absolute inset-0 rounded-full border-2 border-[#fff] shadow-[0_0_0_100vmax_rgb(0_0_0/45%)]" />
    </div>
  );
}

/** The cropped square: its center in the picture's pixels, and how often its side fits into the picture's shorter side. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const ZOOM_MAX = 5;
/** How far an arrow key moves the square, as a fraction of its side. */
export const KEY_STEP = 0.05;
export const ZOOM_STEP = 0.1;

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** The side of the square, in the picture's pixels. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** The square in the middle, as large as it can be. */
export const wholeCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** The nearest square inside the picture. */
export function clampCrop(size: Size, { x, y, zoom }: Crop): Crop {
  const bounded = { x, y, zoom: within(zoom, 1, ZOOM_MAX) };
  const half = sideOf(size, bounded) / 2;
  return { ...bounded, x: within(x, half, size.width - half), y: within(y, half, size.height - half) };
}

/** Returns the square after the picture was dragged below it by these fractions of the square's side. */
export function moveCrop(size: Size, crop: Crop, { right, down }: { right: number; down: number }): Crop {
  const side = sideOf(size, crop);
  return clampCrop(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side });
}

export const zoomCrop = (size: Size, crop: Crop, zoom: number): Crop => clampCrop(size, { ...crop, zoom });

/** Returns CSS that positions the picture under a frame whose side is 100%. */
export function placeOf(size: Size, crop: Crop) {
  const side = sideOf(size, crop);
  const percent = (pixels: number): string => `${(pixels / side) * 100}%`;
  return {
    left: percent(side / 2 - crop.x),
    top: percent(side / 2 - crop.y),
    width: percent(size.width),
    height: percent(size.height),
  };
}

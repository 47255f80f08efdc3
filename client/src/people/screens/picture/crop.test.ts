import { describe, expect, it } from 'vitest';
import { clampCrop, moveCrop, placeOf, sideOf, wholeCrop, ZOOM_MAX, zoomCrop } from './crop';

const wide = { width: 400, height: 200 };

describe('a crop', () => {
  it('begins in the middle, as large as it can be', () => {
    expect(wholeCrop(wide)).toEqual({ x: 200, y: 100, zoom: 1 });
    expect(sideOf(wide, wholeCrop(wide))).toBe(200);
    expect(placeOf(wide, wholeCrop(wide))).toEqual({ left: '-50%', top: '0%', width: '200%', height: '100%' });
  });

  it('follows the picture that is dragged under it, and stops at its edges', () => {
    const start = wholeCrop(wide);
    expect(moveCrop(wide, start, { right: 0.25, down: 0.25 })).toEqual({ x: 150, y: 100, zoom: 1 });
    expect(moveCrop(wide, start, { right: 5, down: 0 }).x).toBe(100);
    expect(moveCrop(wide, start, { right: -5, down: 0 }).x).toBe(300);
    const near = zoomCrop(wide, start, 2);
    expect(moveCrop(wide, near, { right: -9, down: 9 })).toEqual({ x: 350, y: 50, zoom: 2 });
  });

  it('zooms between the whole shorter side and a part of it, and never leaves the picture', () => {
    expect(zoomCrop(wide, wholeCrop(wide), 0.2).zoom).toBe(1);
    expect(zoomCrop(wide, wholeCrop(wide), 99).zoom).toBe(ZOOM_MAX);
    const corner = moveCrop(wide, zoomCrop(wide, wholeCrop(wide), 4), { right: 9, down: 9 });
    expect(corner).toEqual({ x: 25, y: 25, zoom: 4 });
    expect(zoomCrop(wide, corner, 1)).toEqual({ x: 100, y: 100, zoom: 1 });
    expect(clampCrop({ width: 1, height: 1 }, { x: 9, y: -9, zoom: 1 })).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
  });
});

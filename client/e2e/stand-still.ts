import type { Locator } from 'playwright-core';

interface Place {
  x: number;
  y: number;
}

/** Returns the middle of an element, once its box is the same over two frames. Raw presses and touches don't wait, unlike `click`. */
export const middleOf = (target: Locator): Promise<Place> =>
  target.evaluate(
    (element) =>
      new Promise<Place>((resolve, reject) => {
        let before = '';
        const look = () => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const now = [x, y, width, height].join();
          if (!element.isConnected) reject(new Error('The element is no longer on the page.'));
          else if (now === before) resolve({ x: x + width / 2, y: y + height / 2 });
          else {
            before = now;
            requestAnimationFrame(look);
          }
        };
        look();
      }),
  );

/** Like `middleOf`, for an element that can be pressed: in view and covered by nothing. */
export async function pressableAt(target: Locator): Promise<Place> {
  await target.click({ trial: true });
  return middleOf(target);
}

/**
 * Moves the mouse onto an element until it no longer moves, and returns its middle: a decided row disappears once the pointer has left it,
 * and others move up.
 */
export async function pointAt(target: Locator): Promise<Place> {
  const place = await pressableAt(target);
  await target.page().mouse.move(place.x, place.y);
  const { x, y } = await pressableAt(target);
  return x === place.x && y === place.y ? place : pointAt(target);
}

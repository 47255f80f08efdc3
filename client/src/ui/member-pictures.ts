import { type RefCallback, useCallback } from 'react';
import { create } from 'zustand';

/** A member's picture: `small` is a data URI for lists, `large` the large picture's address, which expires. */
export interface ShownPicture {
  /** Identifies the picture's version: a new one after each change. */
  picture: string;
  small: string;
  large: string;
}

interface Pictures {
  /** Null for members whose page the reader may not see, for example because of a block. */
  byId: Readonly<Record<number, ShownPicture | null | undefined>>;
  /** Notes that an element shows a member, until the returned function is called. Null for visitors, who see no pictures. */
  follow: ((id: number, element: Element) => () => void) | null;
}

/** Members' pictures and pages as far as they are known, filled by `people/state/pictures`. */
export const usePictures = create<Pictures>(() => ({ byId: {}, follow: null }));

/** Returns a ref for an element that shows a member. Their picture is fetched while the element is in view. Does nothing for id 0. */
export function usePictureRef(id: number): RefCallback<Element> {
  const follow = usePictures((state) => state.follow);
  return useCallback((element) => (element && id > 0 ? follow?.(id, element) : undefined), [id, follow]);
}

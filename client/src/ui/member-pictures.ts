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
  want: ((id: number, place: Element) => () => void) | null;
}

/** Members' pictures and pages as far as they are known, filled by `people/state/pictures`. */
export const usePictures = create<Pictures>(() => ({ byId: {}, want: null }));

/** Returns a ref for an element that shows a member. Their picture is fetched while the element is in view. Does nothing for id 0. */
export function useWanted(id: number): RefCallback<Element> {
  const want = usePictures((state) => state.want);
  return useCallback((place) => (place && id > 0 ? want?.(id, place) : undefined), [id, want]);
}

import { type RefCallback, useCallback } from 'react';
import { create } from 'zustand';

/** A member's picture: for lists as a data URI, and the address of the large one, which expires. */
export interface ShownPicture {
  /** Another one after each change. */
  picture: string;
  small: string;
  large: string;
}

interface Pictures {
  /** Null for members who have no page for the reader, whatever the reason: it may be a block. */
  byId: Readonly<Record<number, ShownPicture | null | undefined>>;
  /** Notes that a member is shown at this place, and returns the undo. Null for visitors, who see no pictures. */
  want: ((id: number, place: Element) => () => void) | null;
}

/** Members' pictures and pages as far as they are known, filled by `people/state/pictures`. */
export const usePictures = create<Pictures>(() => ({ byId: {}, want: null }));

/** Returns the ref of an element that shows a member: asks for their picture and page while it is in view. Not for 0. */
export function useWanted(id: number): RefCallback<Element> {
  const want = usePictures((state) => state.want);
  return useCallback((place) => (place && id > 0 ? want?.(id, place) : undefined), [id, want]);
}

import { create } from 'zustand';

/** A member's picture: for lists as a data URI, and the address of the large one, which expires. */
export interface ShownPicture {
  /** Another one after each change. */
  picture: string;
  small: string;
  large: string;
}

interface Pictures {
  byId: Readonly<Record<number, ShownPicture>>;
  /** Notes that an avatar is shown at this place, and returns the undo. Null for visitors, who see no pictures. */
  want: ((id: number, place: Element) => () => void) | null;
}

/** Members' pictures as far as they are known, filled by `people/state/pictures`. */
export const usePictures = create<Pictures>(() => ({ byId: {}, want: null }));

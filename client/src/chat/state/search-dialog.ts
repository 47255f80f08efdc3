import { create } from 'zustand';
import { onReset } from '../../core/store/reset';

/** The box that looks for everything, or for people to write to. */
export type SearchBoxKind = 'everything' | 'people';

/** Which box is open; null while none is. */
export const useSearchDialog = create<{ kind: SearchBoxKind | null }>(() => ({ kind: null }));
onReset(() => setSearchDialog(null));

export function setSearchDialog(kind: SearchBoxKind | null): void {
  useSearchDialog.setState({ kind });
}

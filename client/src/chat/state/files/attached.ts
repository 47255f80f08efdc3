import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';

/** A picture or file that was chosen here. Its content is in `files/chosen`, under its id. */
export interface Attached {
  id: string;
  name: string;
  bytes: number;
  isPicture: boolean;
  /** Of a picture that this browser can read. */
  width?: number;
  height?: number;
  /** The server does not take it: nothing is sent while it is there. */
  isRefused?: true;
}

/** What is attached to what one writes, by the other member. */
const useAttached = create<Readonly<Record<number, readonly Attached[]>>>(() => ({}));
onReset(() => useAttached.setState({}, true));

const none: readonly Attached[] = [];
export const attachedTo = (otherId: number): readonly Attached[] => useAttached.getState()[otherId] ?? none;
export const useAttachedTo = (otherId: number): readonly Attached[] => useAttached((all) => all[otherId] ?? none);

export function setAttached(otherId: number, attached: readonly Attached[]): void {
  useAttached.setState({ [otherId]: attached });
}

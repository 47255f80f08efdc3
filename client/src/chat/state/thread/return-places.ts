import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';

/** The replies whose quotes the reader has followed, the last one at the end, by the other member. */
const useReturnPlaces = create<Readonly<Record<number, readonly number[]>>>(() => ({}));
onReset(() => useReturnPlaces.setState({}, true));

const none: readonly number[] = [];
const placesOf = (otherId: number): readonly number[] => useReturnPlaces.getState()[otherId] ?? none;

/** Notes that the reader leaves this reply for the message that it quotes. */
export const noteReturn = (otherId: number, seq: number): void =>
  useReturnPlaces.setState({ [otherId]: [...placesOf(otherId).filter((one) => one !== seq), seq] });

/** Returns the reply to go back to; null for none. */
export const useReturnPlace = (otherId: number): number | null =>
  useReturnPlaces((all) => all[otherId]?.at(-1) ?? null);

/** Forgets the last reply, once the reader is there again. */
export const dropReturn = (otherId: number): void =>
  useReturnPlaces.setState({ [otherId]: placesOf(otherId).slice(0, -1) });

export const dropAllReturns = (otherId: number): void => useReturnPlaces.setState({ [otherId]: none });

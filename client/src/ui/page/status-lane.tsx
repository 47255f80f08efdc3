import { create } from 'zustand';

/**
 * The places for a line about the whole application, where it moves nothing: the free part of the bar, and on a phone, where a
 * conversation has no bar, the line below its title. Both are there without words as well, since screen readers announce only
 * what changes in a place that they know.
 */
export const useStatusPlaces = create<{ bar: Element | null; title: Element | null }>(() => ({
  bar: null,
  title: null,
}));

const setBar = (bar: Element | null) => useStatusPlaces.setState({ bar });
const setTitle = (title: Element | null) => useStatusPlaces.setState({ title });

/** The free part of the bar, for toasts as well (ui/overlay/toast-lane.ts). In a wide window it follows the links. */
export const BarLane = () => (
  <div ref={setBar} role="status" data-lane="bar" className="order-1 min-w-0 flex-1 self-stretch" />
);

/** Replaces the lines that follow it while it has text, and the title above while that has a button. */
export const TitleLane = () => (
  <div ref={setTitle} role="status" data-lane="status" className="[&:not(:empty)~p]:hidden" />
);

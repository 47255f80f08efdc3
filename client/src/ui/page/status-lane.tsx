import { create } from 'zustand';

/**
 * The elements for a message about the whole application, where it moves nothing: the free part of the bar and, in a conversation on a
 * phone, which has no bar, the line below its title. Both are rendered even while empty, since screen readers announce only changes in a
 * region they know.
 */
export const useStatusPlaces = create<{ bar: Element | null; title: Element | null }>(() => ({
  bar: null,
  title: null,
}));

const setBar = (bar: Element | null) => useStatusPlaces.setState({ bar });
const setTitle = (title: Element | null) => useStatusPlaces.setState({ title });

/** The free part of the bar, which toasts also use (ui/overlay/toast-lane.ts). In a wide window it is after the links. */
export const BarLane = () => (
  <div ref={setBar} role="status" data-lane="bar" className="order-1 min-w-0 flex-1 self-stretch" />
);

/** The line below a conversation's title. While it has text, it replaces the lines after it, and with a button also the title above. */
export const TitleLane = () => (
  <div ref={setTitle} role="status" data-lane="status" className="[&:not(:empty)~p]:hidden" />
);

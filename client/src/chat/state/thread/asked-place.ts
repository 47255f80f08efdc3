import { onReset } from '../../../core/store/reset';

/**
 * The place in a thread that its reader asked for last: a message named by an address, a pin, a quote or a search
 * result; null: where the thread opens by itself, or its end. Only an answer to this request replaces the loaded
 * messages: a page that was fetched for anything else is added to them, or dropped.
 */
export interface AskedPlace {
  readonly target: number | null;
  /** Settles once the messages there were fetched. */
  fetched: Promise<unknown>;
}

const nowhere: AskedPlace = { target: null, fetched: Promise.resolve() };
const places = new Map<number, AskedPlace>();
onReset(() => places.clear());

/** Notes that the reader of a thread asks for a place, which supersedes all requests before. */
export function askForPlace(id: number, target: number | null): AskedPlace {
  const place = { target, fetched: nowhere.fetched };
  places.set(id, place);
  return place;
}

export const askedPlace = (id: number): AskedPlace => places.get(id) ?? nowhere;

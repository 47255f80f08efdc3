import { useRef } from 'react';

const none: ReadonlySet<number> = new Set();

/** The ids that joined a list after it was first shown: what has arrived live. */
export function useArrivals(list: readonly { id: number }[] | null): ReadonlySet<number> {
  const first = useRef<ReadonlySet<number> | null>(null);
  if (list === null) return none;
  first.current ??= new Set(list.map((item) => item.id));
  const known = first.current;
  return new Set(list.map((item) => item.id).filter((id) => !known.has(id)));
}

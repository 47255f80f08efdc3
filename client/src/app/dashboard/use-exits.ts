import { useEffect, useState } from 'react';

interface Row<T> {
  item: T;
  leaving: boolean;
}

/** The rows that are, with those that have just gone kept at their place and marked as leaving. */
export function withExits<T extends { id: number }>(before: readonly Row<T>[], list: readonly T[]): Row<T>[] {
  const present = new Set(list.map((item) => item.id));
  const rows = list.map((item): Row<T> => ({ item, leaving: false }));
  before.forEach((row, index) => {
    if (!present.has(row.item.id)) rows.splice(index, 0, { item: row.item, leaving: true });
  });
  return rows;
}

/** A list whose items stay for `exitMs` after they are gone, so that they can be seen to leave. */
export function useExits<T extends { id: number }>(list: readonly T[], exitMs: number): readonly Row<T>[] {
  const [seen, setSeen] = useState(list);
  const [rows, setRows] = useState(() => withExits([], list));
  if (seen !== list) {
    setSeen(list);
    setRows(withExits(rows, list));
  }
  useEffect(() => {
    if (!rows.some((row) => row.leaving)) return;
    const timer = setTimeout(() => setRows((now) => now.filter((row) => !row.leaving)), exitMs);
    return () => clearTimeout(timer);
  }, [rows, exitMs]);
  return rows;
}

import { useState } from 'react';
import { useProjectList } from '../../state/project-list';
import { projects } from '../../state/project-table';

/** Puts each id of `gone` after the one that was before it. */
function withGone(ids: readonly number[], before: readonly number[], gone: readonly number[]): readonly number[] {
  const rows = [...ids];
  for (const id of gone) rows.splice(rows.indexOf(before[before.indexOf(id) - 1] ?? 0) + 1, 0, id);
  return rows;
}

/**
 * Returns the ids of the rows to show. A project that is deleted or hidden while the reader looks keeps its place until the filter changes
 * or the page is left, so that no other card moves under a finger.
 */
export function useSteadyRows(ids: readonly number[]): readonly number[] {
  const filter = useProjectList((state) => state.filter);
  const [shown, setShown] = useState({ ids, filter, rows: ids });
  if (shown.ids === ids && shown.filter === filter) return shown.rows;
  const isLeft = (id: number) => !ids.includes(id) && projects.get(id) === undefined;
  const gone = shown.filter === filter ? shown.rows.filter(isLeft) : [];
  const rows = withGone(ids, shown.rows, gone);
  setShown({ ids, filter, rows });
  return rows;
}

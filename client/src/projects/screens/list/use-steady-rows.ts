import { useState } from 'react';
import { useProjectList } from '../../state/project-list';
import { projects } from '../../state/project-table';

/** Puts each id of `gone` after the nearest that was above it and is still there. */
function withGone(ids: readonly number[], before: readonly number[], gone: readonly number[]): readonly number[] {
  const rows = [...ids];
  for (const id of gone) {
    const above = before.slice(0, before.indexOf(id)).findLast((each) => rows.includes(each));
    rows.splice(above === undefined ? 0 : rows.indexOf(above) + 1, 0, id);
  }
  return rows;
}

const none: readonly number[] = [];

/**
 * Returns the ids of the rows to show. A project that is deleted or hidden while the reader looks keeps its place until the filter changes or
 * the page is left, so that no other card moves under a finger. `ids` is null without a list, as when another member's is about to load.
 */
export function useSteadyRows(ids: readonly number[] | null): readonly number[] {
  const filter = useProjectList((state) => state.filter);
  const [shown, setShown] = useState({ ids, filter, rows: ids ?? none });
  if (shown.ids === ids && shown.filter === filter) return shown.rows;
  const isLeft = (id: number) => !ids?.includes(id) && projects.get(id) === undefined;
  const gone = ids !== null && shown.filter === filter ? shown.rows.filter(isLeft) : [];
  const rows = withGone(ids ?? none, shown.rows, gone);
  setShown({ ids, filter, rows });
  return rows;
}

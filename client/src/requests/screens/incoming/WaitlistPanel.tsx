import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { useId } from 'react';
import { showMoreOf, useList } from '../../../core/store/list';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { useRowsOnce } from '../../../lib/hooks/use-rows-once';
import { SectionCount } from '../../../ui/Badge';
import { incomingOfProject } from '../../state/incoming-of-project';
import { useFirstRows } from './first-rows';
import { useNamedRequest } from './named-request';
import { MoreRequests, RequestRows } from './RequestRows';

const none: readonly JoinRequest[] = [];

/**
 * The project's waitlist for its creator, in the order of seat offers. The caller must keep the list current (`showLists`). Renders nothing
 * while it is empty.
 */
export function WaitlistPanel({ projectId }: { projectId: number }) {
  const { waitlist } = incomingOfProject(projectId);
  const { data, total, hasMore, loadingMore } = useList(waitlist);
  const id = useId();
  const list = useFocusKept();
  const inOrder = (data ?? none).toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0) || a.id - b.id);
  const { first, isCut, foot } = useFirstRows(inOrder, {
    what: 'requests on the waitlist',
    hasMore,
    includedId: useNamedRequest(),
  });
  const rows = useRowsOnce('requests', first, list);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-3 flex items-center gap-2 text-lg">
        Waitlist
        <SectionCount count={total ?? 0} />
      </h2>
      <RequestRows rows={rows} row={() => ({ project: null })} list={list} foot={foot} />
      {hasMore && !isCut && (
        <MoreRequests busy={loadingMore} onMore={showMoreOf(waitlist, 'Failed to load the waitlist')} />
      )}
    </section>
  );
}

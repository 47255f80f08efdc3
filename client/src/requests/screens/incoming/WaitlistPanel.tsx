import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { useId } from 'react';
import { showMoreOf, useList } from '../../../core/store/list';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { useRowsOnce } from '../../../lib/hooks/use-rows-once';
import { SectionCount } from '../../../ui/Badge';
import { StillRow } from '../../../ui/decision/StillRow';
import { ShowMore } from '../../../ui/page/ShowMore';
import { incomingOfProject } from '../../state/incoming-of-project';
import { useFirstRows } from './first-rows';
import { IncomingRequest, MessageLink, RequestList } from './IncomingRequest';
import { useNamedRequest } from './named-request';

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
    has: useNamedRequest(),
  });
  const rows = useRowsOnce('requests', first, list);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-3 flex items-center gap-2 text-lg">
        Waitlist
        <SectionCount count={total ?? 0} />
      </h2>
      <RequestList list={list} foot={foot}>
        {rows.map(({ item, isGone }) => (
          <StillRow key={item.id}>
            <IncomingRequest request={item} isGone={isGone} project={null}>
              <MessageLink id={item.user_id} name={item.user_name} />
            </IncomingRequest>
          </StillRow>
        ))}
      </RequestList>
      {hasMore && !isCut && (
        <div className="mt-3 grid">
          <ShowMore
            what="join requests"
            busy={loadingMore}
            onMore={showMoreOf(waitlist, 'Failed to load the waitlist')}
          />
        </div>
      )}
    </section>
  );
}

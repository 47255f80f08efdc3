import { useEffect, useId } from 'react';
import { showMoreOf, useList } from '../../../core/store/list';
import { showLists } from '../../../core/store/shown-lists';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { ShowMore } from '../../../ui/page/ShowMore';
import { incomingOfProject } from '../../state/incoming-of-project';
import { IncomingRequest, MessageLink } from './IncomingRequest';

/** The project's waitlist for its creator, the first to be offered a seat first: live. Renders nothing while it is empty. */
export function WaitlistPanel({ projectId }: { projectId: number }) {
  const { waitlist } = incomingOfProject(projectId);
  const { data, total, hasMore, loadingMore } = useList(waitlist);
  const id = useId();
  const list = useFocusKept();
  useEffect(() => showLists([waitlist]), [waitlist]);
  if (data === null || data.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-3 flex items-center gap-2 text-lg">
        Waitlist
        <span className="tabular font-normal text-faint text-sm">{total}</span>
      </h2>
      <ul ref={list} className="grid gap-3">
        {data
          .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0) || a.id - b.id)
          .map((request) => (
            <li key={request.id} className="min-w-0">
              <IncomingRequest request={request} fresh={false}>
                <MessageLink id={request.user_id} name={request.user_name} />
              </IncomingRequest>
            </li>
          ))}
      </ul>
      {hasMore && (
        <div className="mt-3 grid">
          <ShowMore what="requests" busy={loadingMore} onMore={showMoreOf(waitlist, 'Failed to load the waitlist')} />
        </div>
      )}
    </section>
  );
}

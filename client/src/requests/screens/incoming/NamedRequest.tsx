import { useEffect, useRef, useState } from 'react';
import { useList } from '../../../core/store/list';
import { useLoadAgain } from '../../../lib/loading/use-load-again';
import { incomingOfProject } from '../../state/incoming-of-project';
import { requestElementId } from '../parts/JoinRequestCard';

interface NamedRequestProps {
  projectId: number;
  requestId: number;
}

/**
 * Scrolls to the request that the address names (`?request=7`, from a notification or email). Loads more pages until it finds the request,
 * and says so if it's no longer pending.
 */
export function NamedRequest({ projectId, requestId }: NamedRequestProps) {
  const { requests, waitlist } = incomingOfProject(projectId);
  const lists = [
    { list: requests, ...useList(requests) },
    { list: waitlist, ...useList(waitlist) },
  ];
  const isShown = useRef(false);
  const [isMissing, setMissing] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isFetching, setFetching] = useState(false);
  const isLoading = lists.some(({ data, status }) => data === null && status !== 'error');
  const isComplete = lists.every(({ data }) => data !== null);
  const unfinishedList = lists.find(({ hasMore, loadingMore }) => hasMore && !loadingMore)?.list;
  const isLoadingMore = lists.some(({ loadingMore }) => loadingMore);
  const isListed = lists.some(({ data }) => data?.some(({ id }) => id === requestId));
  useEffect(() => {
    if (isShown.current || isLoading) return;
    const card = document.getElementById(requestElementId(requestId));
    if (card !== null) {
      isShown.current = true;
      setMissing(false);
      card.scrollIntoView({ block: 'center' });
      card.focus({ preventScroll: true });
      // Focus set after a click shows no ring, so the card gets an outline.
      card.classList.add('outline-2', 'outline-mark', '-outline-offset-2');
    } else if (unfinishedList !== undefined) {
      if (hasFailed || isFetching) return;
      // The list leaves `loadingMore` before the outcome is known here.
      setFetching(true);
      void unfinishedList.loadMore().then(({ ok }) => {
        setFetching(false);
        setFailed(!ok);
      });
    } else if (isComplete && !isLoadingMore && !isListed) setMissing(true);
  }, [requestId, isLoading, isComplete, isListed, unfinishedList, isLoadingMore, hasFailed, isFetching]);
  useLoadAgain(() => setFailed(false), hasFailed);
  return (
    <p role="status" className={isMissing ? 'rounded-md border border-line bg-raised px-4 py-3 text-sm' : 'sr-only'}>
      {isMissing && 'The request you opened is no longer pending.'}
    </p>
  );
}

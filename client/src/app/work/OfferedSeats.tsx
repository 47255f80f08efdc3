import { useRef } from 'react';
import { useList } from '../../core/store/list';
import { useHeldArrivals } from '../../lib/hooks/use-held-arrivals';
import { useRowsOnce } from '../../lib/hooks/use-rows-once';
import { useMarkRowsRead } from '../../notices/screens/mark-rows-read';
import { RequestRow } from '../../requests/screens/own/own-requests';
import { isSeatOffered, myRequests } from '../../requests/state/requests';
import { StillRow } from '../../ui/decision/StillRow';
import { ShowNew } from '../../ui/page/ShowNew';
import { useWaitsUnseen } from '../../ui/page/unseen';
import { WorkFrame } from './WorkSection';

/** The member's seat offers. They need an answer, so they come first. */
export function OfferedSeats() {
  const offered = useList(myRequests).data?.filter(isSeatOffered) ?? null;
  const list = useRef<HTMLUListElement>(null);
  const arrivals = useHeldArrivals(offered, list);
  const rows = useRowsOnce('requests', arrivals.shown ?? [], list);
  useMarkRowsRead(list, rows, 'seats');
  useWaitsUnseen(arrivals.waiting, rows.length === 0);
  if (rows.length === 0) return null;
  return (
    <WorkFrame
      title="Seats offered to me"
      count={offered?.length ?? 0}
      isPending
      aside={<ShowNew waiting={arrivals.waiting} words={['seat offer', 'seat offers']} />}
    >
      <ul ref={list} className="divide-y divide-line">
        {rows.map(({ item }) => (
          <StillRow key={item.id}>
            <RequestRow request={item} />
          </StillRow>
        ))}
      </ul>
    </WorkFrame>
  );
}

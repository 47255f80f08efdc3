import { useId, useRef } from 'react';
import { useList } from '../../core/store/list';
import { useCalm } from '../../lib/hooks/use-calm';
import { useRowsOnce } from '../../lib/hooks/use-rows-once';
import { isSeatOffered, myRequests } from '../../requests/state/requests';
import { SectionCount } from '../../ui/Badge';
import { Card } from '../../ui/Card';
import { StillRow } from '../../ui/decision/StillRow';
import { ShowNew } from '../../ui/page/ShowNew';
import { useWaitsUnseen } from '../../ui/page/unseen';
import { CurrentRequest } from './CurrentRequest';

/** The member's seat offers. They need an answer, so they come first. */
export function OfferedSeats() {
  const offered = useList(myRequests).data?.filter(isSeatOffered) ?? null;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const calm = useCalm(offered, list);
  const rows = useRowsOnce('requests', calm.shown ?? [], list);
  useWaitsUnseen(calm.waiting, rows.length === 0);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id={id} className="flex min-h-8 items-center gap-2 text-lg">
          Seats offered to me
          <SectionCount count={offered?.length ?? 0} isPending />
        </h2>
        <ShowNew waiting={calm.waiting} words={['seat offer', 'seat offers']} />
      </div>
      <Card flush>
        <ul ref={list} className="divide-y divide-line">
          {rows.map(({ item }) => (
            <StillRow key={item.id}>
              <CurrentRequest request={item} />
            </StillRow>
          ))}
        </ul>
      </Card>
    </section>
  );
}

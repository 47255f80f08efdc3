import { useId, useRef } from 'react';
import { useList } from '../../core/store/list';
import { useRowsOnce } from '../../lib/hooks/use-rows-once';
import { isSeatOffered, myRequests } from '../../requests/state/requests';
import { Card } from '../../ui/Card';
import { StillRow } from '../../ui/decision/StillRow';
import { CurrentRequest } from './CurrentRequest';

/** The member's seat offers. They need an answer, so they come first. */
export function OfferedSeats() {
  const offered = useList(myRequests).data?.filter(isSeatOffered) ?? [];
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const rows = useRowsOnce('requests', offered, list);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-3 flex min-h-8 items-center gap-2 text-lg">
        Seats offered to me
        <span className="tabular font-normal text-faint text-sm">{offered.length}</span>
      </h2>
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

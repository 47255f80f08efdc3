import { useId } from 'react';
import { useList } from '../../core/store/list';
import { RequestRow } from '../../requests/screens/parts/own-requests';
import { type RequestEntity, stageOf } from '../../requests/state/request-table';
import { myRequests } from '../../requests/state/requests';
import { Card } from '../../ui/Card';

export const isSeatOffered = (request: RequestEntity): boolean => stageOf(request) === 'offered';

/** The seats that are held for the member: they wait for an answer, so they stand above everything else. */
export function OfferedSeats() {
  const offered = useList(myRequests).data?.filter(isSeatOffered) ?? [];
  const id = useId();
  if (offered.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-3 flex min-h-8 items-center gap-2 text-lg">
        Seats offered to me
        <span className="tabular font-normal text-faint text-sm">{offered.length}</span>
      </h2>
      <Card flush>
        <ul className="divide-y divide-line">
          {offered.map((request) => (
            <li key={request.id}>
              <RequestRow request={request} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

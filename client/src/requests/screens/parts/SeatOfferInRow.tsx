import { requests, stageOf } from '../../state/request-table';
import { SeatOffer } from './SeatOffer';
import { LinePlace } from './WaitlistPlace';

/** The seat that is offered, while it is, with its two answers. */
export function SeatOfferInRow({ requestId, of }: { requestId: number; of: string }) {
  const request = requests.use(({ byId }) => byId[requestId]);
  if (!request || stageOf(request) !== 'offered') return null;
  return (
    <div className="grid w-full gap-2 px-3 pb-3 pl-14">
      <LinePlace request={request} own />
      <SeatOffer requestId={requestId} of={of} />
    </div>
  );
}

import { localTime } from '../../../lib/text/local-time';
import { ordinal } from '../../../lib/text/ordinal';
import { type RequestEntity, stageOf } from '../../state/request-table';

/** A request's place in line, or until when a seat is held for it; nothing of any other. `own`: to who asked. */
export function LinePlace({ request, own = false }: { request: RequestEntity; own?: boolean }) {
  const stage = stageOf(request);
  if (stage === 'in_line')
    return (
      <span className="text-muted text-xs tabular">
        {ordinal(request.place ?? 1)} in line.{' '}
        {own ? 'The next free seat is offered to the first.' : 'A free seat is offered to the first.'}
      </span>
    );
  if (stage !== 'offered') return null;
  return (
    <span className="text-muted text-xs">
      A free seat is offered to {own ? 'you' : 'them'} until {localTime(request.offered_until ?? '')}
    </span>
  );
}

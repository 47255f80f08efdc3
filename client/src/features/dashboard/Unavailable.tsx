import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';

/** A part whose data could not be had: as the specification says, quiet and empty; a way to ask again stands beside it. */
export function Unavailable({ what, onRetry }: { what: string; onRetry: () => unknown }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-sm">{what} cannot be shown right now.</p>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </Card>
  );
}

import { useLoadAgain } from '../../lib/loading/use-load-again';
import { Button } from '../../ui/button/Button';
import { Card } from '../../ui/Card';

/** A part of the dashboard that failed to load: quiet and empty, with Retry (R9.5). It loads by itself once that is possible. */
export function Unavailable({ what, onRetry }: { what: string; onRetry: () => unknown }) {
  useLoadAgain(true, onRetry);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-sm">{what} cannot be shown right now.</p>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </Card>
  );
}

import { Card } from '../Card';
import { Skeleton } from './Skeleton';

/** A section to be: its heading, and a card of two rows. */
export const SectionSkeleton = () => (
  <div className="grid gap-3">
    <Skeleton className="h-8 w-48" />
    <Card className="grid gap-4">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </Card>
  </div>
);

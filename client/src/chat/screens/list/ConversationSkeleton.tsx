import { Loading, Skeleton } from '../../../ui/page/Skeleton';

/** Stands where the conversations will be. */
export function ConversationSkeleton() {
  return (
    <Loading label="Loading conversations" className="grid gap-5 p-4">
      {[0, 1, 2, 3, 4].map((line) => (
        <div key={line} className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className="h-3 w-3/4" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

import { Loading, Skeleton } from '../../../ui/page/Skeleton';

const lines = ['w-2/5', 'w-1/2 ml-auto', 'w-1/3 ml-auto', 'w-3/5', 'w-2/5 ml-auto'];

/** Stands where the messages will be. */
export function ThreadSkeleton() {
  return (
    <Loading label="Loading messages" className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden p-4">
      {lines.map((width) => (
        <Skeleton key={width} className={`h-10 rounded-xl ${width}`} />
      ))}
    </Loading>
  );
}

import { useKnocksLeft } from './use-contact-limits';

/** From so few on it is said how many are left. */
const TOLD_FROM = 2;

/** How many requests may still be sent before one is answered, once they are few; for the form that asks. */
export function RequestsLeft({ creatorId }: { creatorId: number }) {
  const left = useKnocksLeft(creatorId, 0)?.requests_left ?? null;
  if (left === null || left > TOLD_FROM) return null;
  return (
    <p className="text-muted text-sm">
      {left > 0
        ? `You can send ${left === 1 ? '1 more request' : `${left} more requests`} before one is answered.`
        : 'All your requests wait for an answer. You can ask again once one of them is answered, withdrawn or has ended.'}
    </p>
  );
}

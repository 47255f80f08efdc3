import { Inbox, MessageCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { chatLink } from '../../lib/chat-link';
import { showMoreOf, useList } from '../../stores/entities/list';
import { incomingInterests } from '../../stores/interests';
import { incomingRequests } from '../../stores/requests';
import { Avatar } from '../../ui/Avatar';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { ShowMore } from '../../ui/ShowMore';
import { Loading, Skeleton } from '../../ui/Skeleton';
import { TimeAgo } from '../../ui/TimeAgo';
import { type RequestRow, requestRows } from './request-rows';

const showMoreOfBoth = [incomingRequests, incomingInterests].map((list) => showMoreOf(list, 'Failed to load requests'));
const showMore = async () =>
  (await Promise.all(showMoreOfBoth.map((more) => more()))).find((text) => text !== null) ?? null;

/** Who waits for an answer, newest first. */
export function RequestList({ onLeave }: { onLeave: () => void }) {
  const requests = useList(incomingRequests);
  const interest = useList(incomingInterests);
  const complete = requests.data !== null && interest.data !== null;
  const failed = [requests, interest].some(({ data, status }) => data === null && status === 'error');
  const rows = requestRows(requests, interest);
  return (
    <>
      <h2 className="flex min-h-14 items-center border-line border-b px-4 text-base">Requests</h2>
      {failed && (
        <ErrorState
          message="Failed to load requests"
          onRetry={() => Promise.all([incomingRequests.load(), incomingInterests.load()])}
          className="py-8"
        />
      )}
      {!complete && !failed && (
        <Loading label="Loading requests" className="p-4">
          <Skeleton className="h-10" />
        </Loading>
      )}
      {complete && rows.length === 0 && (
        <EmptyState icon={Inbox} title="No pending requests" className="py-8">
          Join requests and interests in your projects appear here.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="p-1">
          {rows.map((row) => (
            <RequestLine key={row.key} row={row} onLeave={onLeave} />
          ))}
        </ul>
      )}
      {(requests.hasMore || interest.hasMore) && (
        <div className="grid p-3 pt-0">
          <ShowMore what="requests" busy={requests.loadingMore || interest.loadingMore} onMore={showMore} />
        </div>
      )}
    </>
  );
}

/** One who waits: leads to where it is answered, and to the chat with them. */
function RequestLine({ row, onLeave }: { row: RequestRow; onLeave: () => void }) {
  return (
    <li className="flex items-center rounded-md hover:bg-hover">
      <Link to={row.to} onClick={onLeave} className="flex min-w-0 flex-1 items-start gap-3 rounded-md px-3 py-2.5">
        <Avatar id={row.memberId} name={row.memberName} size="sm" />
        <span className="min-w-0 flex-1 text-sm">
          <span className="line-clamp-3 break-words text-muted">
            <span className="font-semibold text-fg">{row.memberName}</span> {row.wish}{' '}
            <span className="font-medium text-fg">{row.projectTitle}</span>
          </span>
          <TimeAgo time={row.time} className="text-faint text-xs" />
        </span>
      </Link>
      <Link
        {...chatLink(row.memberId, row.memberName)}
        onClick={onLeave}
        title={`Message ${row.memberName}`}
        aria-label={`Message ${row.memberName}`}
        className="inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted hover:text-fg"
      >
        <MessageCircle aria-hidden className="size-5" />
      </Link>
    </li>
  );
}

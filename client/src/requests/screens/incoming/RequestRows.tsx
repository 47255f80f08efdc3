import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { ComponentProps } from 'react';
import { SectionCount } from '../../../ui/Badge';
import { StillRow } from '../../../ui/decision/StillRow';
import { ShowMore } from '../../../ui/page/ShowMore';
import { IncomingRequest, MessageLink, RequestList } from './IncomingRequest';

interface RequestRowsProps extends Omit<ComponentProps<typeof RequestList>, 'children'> {
  /** `isGone`: the request has left the list and shows its outcome. */
  rows: readonly { item: JoinRequest; isGone: boolean }[];
  /** Adds to a row what its list shows besides the request. */
  row(request: JoinRequest, isGone: boolean): Omit<ComponentProps<typeof IncomingRequest>, 'request' | 'isGone'>;
}

/** Join requests for their creator, each with a link to the conversation with its applicant. */
export const RequestRows = ({ rows, row, ...list }: RequestRowsProps) => (
  <RequestList {...list}>
    {rows.map(({ item, isGone }) => (
      <StillRow key={item.id}>
        <IncomingRequest {...row(item, isGone)} request={item} isGone={isGone}>
          <MessageLink id={item.user_id} name={item.user_name} />
        </IncomingRequest>
      </StillRow>
    ))}
  </RequestList>
);

/** Fetches the next requests below the rows. */
export const MoreRequests = (props: Omit<ComponentProps<typeof ShowMore>, 'what'>) => (
  <div className="mt-3 grid">
    <ShowMore what="join requests" {...props} />
  </div>
);

/** The number of pending requests, next to their heading. */
export const PendingCount = ({ count }: { count: number }) => (
  <p role="status" className="inline pl-0.75">
    <span className="sr-only">{count === 1 ? '1 pending request' : `${count} pending requests`}</span>
    <SectionCount aria-hidden count={count} isPending />
  </p>
);

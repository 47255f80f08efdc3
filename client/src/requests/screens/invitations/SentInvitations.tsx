import { Send } from 'lucide-react';
import { useEffect } from 'react';
import { showMoreOf, useList } from '../../../core/store/list';
import { showLists } from '../../../core/store/shown-lists';
import { Card } from '../../../ui/Card';
import { StillRow } from '../../../ui/decision/StillRow';
import { CardFoot, footLook } from '../../../ui/page/CardFoot';
import { EmptyState } from '../../../ui/page/EmptyState';
import { RowsFailedCard } from '../../../ui/page/RowsFailed';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { sentInvitations } from '../../state/invitation-acts';
import { SentInvitation } from './SentInvitation';

const failureText = 'Failed to load invitations';

/** The invitations to a project, for its creator. */
export function SentInvitations({ projectId }: { projectId: number }) {
  const sent = sentInvitations(projectId);
  const { data, error, hasMore, loadingMore } = useList(sent);
  useEffect(() => showLists([sent]), [sent]);
  if (data === null)
    return error !== null ? (
      <RowsFailedCard what="invitations" onRetry={sent.load} />
    ) : (
      <Loading label="Loading invitations">
        <Skeleton className="h-16 w-full" />
      </Loading>
    );
  return (
    <Card flush>
      {data.length === 0 && (
        <EmptyState icon={Send} title="No invitations yet">
          Invite a member from their page or your conversation with them.
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {data.map((item) => (
          <StillRow key={item.id}>
            <SentInvitation invitation={item} />
          </StillRow>
        ))}
      </ul>
      {hasMore && (
        <CardFoot>
          <ShowMore {...footLook} what="invitations" busy={loadingMore} onMore={showMoreOf(sent, failureText)} />
        </CardFoot>
      )}
    </Card>
  );
}

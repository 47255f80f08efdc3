import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { History } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { showMoreOf, useList } from '../../../core/store/list';
import { showLists } from '../../../core/store/shown-lists';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { useRowsOnce } from '../../../lib/hooks/use-rows-once';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { StillRow } from '../../../ui/decision/StillRow';
import { EmptyState } from '../../../ui/page/EmptyState';
import { RowsFailedCard } from '../../../ui/page/RowsFailed';
import { ShowMore } from '../../../ui/page/ShowMore';
import { CardSkeleton, Loading } from '../../../ui/page/Skeleton';
import { TimeAgo } from '../../../ui/TimeAgo';
import { decidedRequests } from '../../state/decided-requests';
import { useRequestNow } from '../../state/requests';
import { InviteToProject } from '../invitations/InviteToProject';
import { JoinRequestCard } from '../parts/JoinRequestCard';
import { CreatorNote } from '../parts/reject-reasons';
import { RequestAnswers, requestWord, wordByName } from '../parts/request-details';
import { Collapsible } from './Collapsible';
import { MessageLink, RequestList } from './IncomingRequest';
import { Reopen } from './Reopen';

const none: readonly JoinRequest[] = [];

/** The creator's decided requests: of one project, or of all. Fetched when first shown. */
export function DecidedRequests({ projectId }: { projectId: number | null }) {
  const [shown, setShown] = useState(false);
  return (
    <Collapsible
      title={projectId === null ? 'Decided requests to my projects' : 'Decided requests'}
      what="decided requests"
      shown={shown}
      onToggle={setShown}
    >
      {shown && <DecidedList projectId={projectId} />}
    </Collapsible>
  );
}

function DecidedList({ projectId }: { projectId: number | null }) {
  const decided = decidedRequests(projectId);
  const { data, error, total, hasMore, loadingMore } = useList(decided);
  const list = useFocusKept();
  const rows = useRowsOnce('requests', data ?? none, list);
  useEffect(() => showLists([decided]), [decided]);
  if (data === null)
    return error !== null ? (
      <RowsFailedCard what="decided requests" onRetry={decided.load} />
    ) : (
      <Loading label="Loading decided requests">
        <CardSkeleton className="h-28" />
      </Loading>
    );
  return (
    <>
      {total === 0 && rows.length === 0 && (
        <Card flush>
          <EmptyState icon={History} title="No decided requests">
            Requests that you answer, or that end, appear here.
          </EmptyState>
        </Card>
      )}
      <RequestList list={list}>
        {rows.map(({ item }) => (
          <StillRow key={item.id}>
            <DecidedRequest request={item} {...(projectId !== null && { project: null })} />
          </StillRow>
        ))}
      </RequestList>
      {hasMore && (
        <div className="mt-3 grid">
          <ShowMore
            what="decided requests"
            busy={loadingMore}
            onMore={showMoreOf(decided, 'Failed to load join requests')}
          />
        </div>
      )}
    </>
  );
}

interface DecidedRequestProps {
  request: JoinRequest;
  /** Passed to `JoinRequestCard`: null on the project's own page. */
  project?: ReactNode;
}

/** A decided request with its outcome, and Reopen while that is possible. */
function DecidedRequest({ request: listed, project }: DecidedRequestProps) {
  const request = useRequestNow(listed);
  const isReopened = request.status === 'pending';
  const isGone = request.user_gone;
  return (
    <JoinRequestCard
      request={request}
      when={<TimeAgo time={request.decided_at ?? request.created_at} />}
      project={project}
    >
      <RequestAnswers request={request} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Chip tone="state">{isReopened ? 'Reopened' : wordByName(requestWord(request))}</Chip>
        <CreatorNote request={request} />
        {!isGone && request.status !== 'accepted' && !isReopened && (
          <InviteToProject
            id={request.user_id}
            name={request.user_name}
            skills={request.user_skills}
            projectId={request.project_id}
          />
        )}
        {!isGone && <MessageLink id={request.user_id} name={request.user_name} />}
      </div>
      {!isGone && <Reopen request={request} />}
    </JoinRequestCard>
  );
}

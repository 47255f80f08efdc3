import { Inbox } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { showMoreOf, useList } from '../../../core/store/list';
import { showLists } from '../../../core/store/shown-lists';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { Badge } from '../../../ui/Badge';
import { Card } from '../../../ui/Card';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ErrorState } from '../../../ui/page/ErrorState';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { projectInbox } from '../../state/project-inbox';
import { MessageLink } from '../parts/MessageLink';
import { IncomingRequest } from './IncomingRequest';
import { Adds, WhatIf } from './WhatIf';

interface JoinRequestsPanelProps {
  project: ProjectEntity;
  /** What the present team knows. */
  teamSkills: readonly string[];
}

/** Who asks to join and what they would add to the team, for the creator alone; live. */
export function JoinRequestsPanel({ project, teamSkills }: JoinRequestsPanelProps) {
  const { requests } = projectInbox(project.id);
  const { data, status, total, hasMore, loadingMore } = useList(requests);
  const id = useId();
  const list = useFocusKept();
  useEffect(() => showLists([requests]), [requests]);
  const count = total ?? 0;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const choose = (requestId: number, checked: boolean) =>
    setChosen((before) => [...before.filter((each) => each !== requestId), ...(checked ? [requestId] : [])]);
  const skills = { required: project.required_skills, team: teamSkills };
  const asksForSkills = skills.required.length > 0;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex items-center gap-2">
        <h2 id={id} className="text-lg">
          Join requests
        </h2>
        <p role="status">
          <span className="sr-only">{count === 1 ? '1 pending request' : `${count} pending requests`}</span>
          <Badge count={count} />
        </p>
      </div>
      {data === null && status === 'error' && (
        <ErrorState message="Failed to load requests" onRetry={requests.load} className="py-8" />
      )}
      {data === null && status !== 'error' && (
        <Loading label="Loading join requests">
          <Skeleton className="h-28 w-full" />
        </Loading>
      )}
      {total === 0 && (
        <Card flush>
          <EmptyState icon={Inbox} title="No pending requests">
            Requests to join this project appear here.
          </EmptyState>
        </Card>
      )}
      {asksForSkills && data !== null && data.length > 0 && (
        <WhatIf
          {...skills}
          freeSeats={project.max_members - project.current_members - project.offered_seats}
          chosen={data.filter((request) => chosen.includes(request.id))}
        />
      )}
      <ul ref={list} className="grid gap-3">
        {data?.map((request) => (
          <li key={request.id} className="min-w-0">
            <IncomingRequest
              request={request}
              fresh={false}
              note={
                asksForSkills && (
                  <Adds
                    {...skills}
                    request={request}
                    checked={chosen.includes(request.id)}
                    onCheck={(checked) => choose(request.id, checked)}
                  />
                )
              }
            >
              <MessageLink id={request.user_id} name={request.user_name} />
            </IncomingRequest>
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className="mt-3 grid">
          <ShowMore what="requests" busy={loadingMore} onMore={showMoreOf(requests, 'Failed to load requests')} />
        </div>
      )}
    </section>
  );
}

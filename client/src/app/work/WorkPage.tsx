import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { FolderOpen } from 'lucide-react';
import { useEffect } from 'react';
import { useTeams } from '../../chat/state/teams';
import { useWaitForLists } from '../../core/offline/wait-for-lists';
import { showMoreOf, useList } from '../../core/store/list';
import { hasFailed } from '../../core/store/loadable';
import { showLists } from '../../core/store/shown-lists';
import { latePart, lazyPart } from '../../lib/loading/lazy-part';
import { PagePart, PageParts } from '../../lib/loading/page-parts';
import { useMarkShownRead } from '../../notices/state/mark-shown-read';
import { SuitedProjects } from '../../projects/screens/page/SuitedProjects';
import { myTransfers } from '../../projects/state/transfers';
import { endedAgainstWish } from '../../requests/screens/join/NextProjects';
import { InterestRow, RequestRow } from '../../requests/screens/own/own-requests';
import { WithdrawOthers } from '../../requests/screens/own/WithdrawOthers';
import { useWholeList } from '../../requests/state/deadline-order';
import { incomingInterests, myInterests } from '../../requests/state/interests';
import { endedInvitations, receivedInvitations } from '../../requests/state/invitations';
import { myFinishedProjects, myProjects, myTeams } from '../../requests/state/my-work';
import { incomingRequests, isSeatOffered, myRequests } from '../../requests/state/requests';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Card } from '../../ui/Card';
import { cx } from '../../ui/cx';
import { EmptyState } from '../../ui/page/EmptyState';
import { Page } from '../../ui/page/Page';
import { PageSkeleton } from '../../ui/page/PageSkeleton';
import { RowsFailedCard } from '../../ui/page/RowsFailed';
import { ShowUnseen, useAppears } from '../../ui/page/unseen';
import { useFreshPendingCounts } from './fresh-pending-counts';
import { OfferedSeats } from './OfferedSeats';
import { ProjectRow, TeamRow } from './project-rows';
import { ReceivedTransfers } from './ReceivedTransfers';
import { ToMyProjects } from './ToMyProjects';
import { FailTogether, useRowCount, WorkSection } from './WorkSection';

/** Loaded late: few members open it. */
const DecidedRequests = latePart(() => import('../../requests/screens/incoming/DecidedRequests'), 'DecidedRequests');

/** Few members have any. */
const ReceivedInvitations = lazyPart(() => import('./ReceivedInvitations'), 'ReceivedInvitations');

/** Few members have any. */
const EndedInvitations = lazyPart(() => import('./EndedInvitations'), 'EndedInvitations');

const columns = 'grid items-start gap-8 lg:grid-cols-2';
const group = 'grid min-w-0 content-start gap-8 empty:hidden';
/**
 * While nothing is pending, requests are in the second column beside projects and teams, with the other sections below the latter. If one
 * of these two groups is empty, the other sections take its place.
 */
const requestsColumn =
  'lg:[:empty+div>&]:col-start-2 lg:[:empty+div>&]:row-start-1 lg:[:empty+div>&]:row-span-2 lg:[:empty+div>:empty+&]:col-start-1';
const othersColumn =
  'lg:[:empty+div>:empty~&]:col-start-2 lg:[:empty+div>:empty~&]:row-start-1 lg:[:empty+div>:empty+:empty+&]:col-start-1';

/** The member's own projects, teams, requests and interests, with their states. */
export function WorkPage() {
  // The other lists are fetched by refreshes on any screen.
  useEffect(() => showLists([myTransfers, endedInvitations, myProjects, myFinishedProjects, myTeams, myInterests]), []);
  useFreshPendingCounts();
  const finished = useList(myFinishedProjects);
  const offered = useList(myTransfers);
  const answers = [useList(myRequests), useList(myInterests), offered];
  const ended = useList(endedInvitations);
  const [created, teams] = [useList(myProjects), useList(myTeams)];
  // Rows of teams link to the chat, if there is one.
  const chats = { data: useTeams(({ list }) => list), error: useList(myRequests).error };
  const whole = [useWholeList(incomingRequests), useWholeList(incomingInterests), useWholeList(myRequests)];
  const incoming = [useList(incomingRequests), useList(incomingInterests), useList(receivedInvitations)];
  const isLoading = useWaitForLists(...whole, ...answers, ended, finished, created, teams, chats);
  const failTogether = [...answers, ...incoming, created, teams].filter(hasFailed).length > 1;
  useMarkShownRead('work', { isShown: !isLoading && answers.every(({ data }) => data !== null) });
  return (
    <Page title="My work" className="grid content-start gap-6">
      <div className="flex items-center justify-between gap-4">
        <h1 className="page-title">My work</h1>
        <ShowUnseen />
      </div>
      {isLoading ? (
        <PageSkeleton label="Loading your work" className={columns} />
      ) : (
        <PageParts fallback={<PageSkeleton label="Loading your work" className={columns} />}>
          <FailTogether value={failTogether}>
            {failTogether && <RowsFailedCard what="your work" onRetry={loadFailed} />}
            <Sections isNew={!failTogether && isEmpty([...answers, ended, finished, created, teams])} />
          </FailTogether>
        </PageParts>
      )}
    </Page>
  );
}

/** Fetches again those lists that failed to load. */
const loadFailed = () =>
  Promise.all(
    [
      ...[incomingRequests, incomingInterests, receivedInvitations, myRequests, myInterests, myTransfers],
      ...[endedInvitations, myFinishedProjects, myProjects, myTeams],
    ].map((list) => list.items() === null && list.load()),
  );

/** Whether all lists that loaded are empty. */
const isEmpty = (lists: readonly { total: number | null }[]): boolean =>
  lists.every(({ total }) => total === null || total === 0);

interface SectionsProps {
  /** The member has no projects, teams or requests yet. */
  isNew: boolean;
}

function Sections({ isNew }: SectionsProps) {
  const offered = useList(myRequests).data?.filter(isSeatOffered).length ?? 0;
  const shownAbove = (useList(myTeams).total ?? 0) + offered;
  const hasEnded = useRowCount(endedInvitations) > 0;
  const created = useList(myProjects);
  const finishedProjects = useList(myFinishedProjects);
  const finished = useRowCount(myFinishedProjects);
  const hasCreated = (created.total ?? 0) + finished > 0;
  return (
    <div className={columns}>
      {isNew && <FirstStep />}
      <div className="grid min-w-0 gap-8 empty:hidden">
        <OfferedSeats />
        <Invitations />
        <ReceivedTransfers />
        <ToMyProjects />
      </div>
      <div className="grid min-w-0 gap-8 lg:[:empty+&]:col-span-2 lg:[:empty+&]:grid-cols-2 lg:[:empty+&]:grid-rows-[auto_1fr]">
        <div className={group}>
          <WorkSection
            title="Projects I created"
            what="projects"
            name="projects"
            list={myProjects}
            renderRow={(project) => <ProjectRow project={project} />}
          />
          <WorkSection
            title="Teams I’m in"
            newRowNames={['team', 'teams']}
            what="teams"
            kind="requests"
            name="teams"
            list={myTeams}
            renderRow={(request, isGone) => <TeamRow request={request} isGone={isGone} />}
          />
        </div>
        <div className={cx(group, requestsColumn)}>
          <WorkSection
            title="My join requests"
            what="join requests"
            kind="requests"
            list={myRequests}
            name="asked"
            isExcluded={isShownAbove}
            shownElsewhere={shownAbove}
            onMore={showMoreRequests}
            renderRow={(request) => <RequestRow request={request} />}
            action={<WithdrawOthers minCount={2} />}
          />
          <NextAfterLast />
        </div>
        <div className={cx(group, othersColumn)}>
          <WorkSection
            title="My interest"
            what="interest"
            name="interest"
            list={myInterests}
            renderRow={(interest) => <InterestRow interest={interest} />}
          />
          {/* If both failed, the projects that the member created say so. */}
          {finished > 0 && !(hasFailed(created) && hasFailed(finishedProjects)) && (
            <WorkSection
              title="Projects I finished"
              what="projects"
              name="finished"
              list={myFinishedProjects}
              renderRow={(project) => <ProjectRow project={project} />}
            />
          )}
          {hasEnded && (
            <PagePart>
              <EndedInvitations />
            </PagePart>
          )}
          {hasCreated && <DecidedRequests projectId={null} />}
        </div>
      </div>
    </div>
  );
}

/** Seat offers and teams have their own sections. */
const isShownAbove = (request: JoinRequest): boolean => isSeatOffered(request) || request.status === 'accepted';

const fetchRequests = showMoreOf(myRequests, 'Failed to load join requests');
const countRequests = () => myRequests.items()?.filter((request) => !isShownAbove(request)).length ?? 0;

/** Fetches older requests until one has a row in this section: a page may have only requests that are shown above. */
async function showMoreRequests(): Promise<string | null> {
  const before = countRequests();
  for (;;) {
    const loaded = myRequests.items()?.length;
    const failure = await fetchRequests();
    if (failure !== null || countRequests() > before || myRequests.items()?.length === loaded) return failure;
  }
}

/** Shown in place of empty lists. */
const FirstStep = () => (
  <Card flush className="lg:col-span-2">
    <EmptyState
      icon={FolderOpen}
      title="Nothing here yet"
      action={
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/projects" variant="primary" size="sm">
            Browse projects
          </ButtonLink>
          <ButtonLink to="/projects/new" size="sm">
            Create a project
          </ButtonLink>
        </div>
      }
    >
      Your projects, teams and requests appear here. Ask to join a project, or create your own.
    </EmptyState>
  </Card>
);

/**
 * If there are invitations at first, the page suspends until this has loaded, so that nothing moves; later ones wait until the reader rests
 * or asks for them.
 */
function Invitations() {
  const needed = useAppears(useRowCount(receivedInvitations));
  if (!needed) return null;
  return (
    <PagePart>
      <ReceivedInvitations />
    </PagePart>
  );
}

/** Other projects to ask, if the member's last request ended without a seat. */
function NextAfterLast() {
  const last = useList(myRequests).data?.[0];
  const isAfterLoss = last !== undefined && endedAgainstWish(last);
  const appears = useAppears(isAfterLoss ? 1 : 0);
  if (!appears || !isAfterLoss) return null;
  return (
    <PagePart>
      <Card className="*:mt-0 empty:hidden">
        <SuitedProjects key={last.project_id} projectId={last.project_id} />
      </Card>
    </PagePart>
  );
}

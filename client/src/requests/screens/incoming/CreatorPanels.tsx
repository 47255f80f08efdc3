import type { Interest } from '@sangam/shared/requests/interests';
import { Inbox } from 'lucide-react';
import { use, useEffect, useLayoutEffect, useState } from 'react';
import { showMoreOf, useList } from '../../../core/store/list';
import { showLists } from '../../../core/store/shown-lists';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { useHeldArrivals } from '../../../lib/hooks/use-held-arrivals';
import { useStillRows } from '../../../lib/hooks/use-still-rows';
import { latePart, lazyPart } from '../../../lib/loading/lazy-part';
import { PagePart } from '../../../lib/loading/page-parts';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { SectionCount } from '../../../ui/Badge';
import { Card } from '../../../ui/Card';
import { StillRow } from '../../../ui/decision/StillRow';
import { LongText } from '../../../ui/LongText';
import { CardFoot, footLook } from '../../../ui/page/CardFoot';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ShowMore } from '../../../ui/page/ShowMore';
import { ShowNew } from '../../../ui/page/ShowNew';
import { useAppears } from '../../../ui/page/unseen';
import { useDeadlineOrder } from '../../state/deadline-order';
import { incomingOfProject, whenIncomingLoaded } from '../../state/incoming-of-project';
import { useInterestsIn } from '../../state/interests';
import { InviteToProject } from '../invitations/InviteToProject';
import { Collapsible } from './Collapsible';
import { useFirstRows } from './first-rows';
import { IncomingInterest } from './IncomingInterest';
import { MessageLink } from './IncomingRequest';
import { JoinRequestsPanel, noRequestsReason } from './JoinRequestsPanel';
import { useNamedRequest } from './named-request';

/** Only links from notifications and emails name a request. */
const NamedRequest = latePart(() => import('./NamedRequest'), 'NamedRequest');

/** Loaded late: few projects have a waitlist. */
const WaitlistPanel = lazyPart(() => import('./WaitlistPanel'), 'WaitlistPanel');

/** Loaded late: few projects ask questions. */
const OwnQuestions = lazyPart(() => import('./OwnQuestions'), 'OwnQuestions');

/** Few creators look at earlier decisions. */
const DecidedRequests = latePart(() => import('./DecidedRequests'), 'DecidedRequests');

/** Loaded when first shown. */
const SentInvitations = latePart(() => import('../invitations/SentInvitations'), 'SentInvitations');

interface CreatorPanelsProps {
  project: ProjectEntity;
  teamSkills: readonly string[];
}

/**
 * Where the page shows interest: above the needed skills if any was pending when the page opened. It never changes, so that nothing moves
 * when interest arrives or is decided. Null until known.
 */
export type InterestPlace = 'above' | 'below' | null;

interface CreatorAnswersProps extends CreatorPanelsProps {
  interestPlace: InterestPlace;
  placeInterest: (place: InterestPlace) => void;
}

/**
 * The beginning of the description, the pending join requests, and interest if any was pending when the page opened. Suspends until both
 * are known, then places the interest.
 */
export function CreatorAnswers({ project, teamSkills, interestPlace, placeInterest }: CreatorAnswersProps) {
  use(whenIncomingLoaded(project.id));
  const pending = useList(incomingOfProject(project.id).interests).total ?? 0;
  useLayoutEffect(() => {
    if (interestPlace === null) placeInterest(pending > 0 ? 'above' : 'below');
  });
  const requestId = useNamedRequest();
  return (
    <>
      <LongText text={project.description} of="the description" className="max-w-prose text-md" lines={6} />
      {requestId > 0 && <NamedRequest key={requestId} projectId={project.id} requestId={requestId} />}
      <JoinRequestsPanel project={project} teamSkills={teamSkills} />
      {interestPlace === 'above' && <InterestsPanel project={project} />}
    </>
  );
}

/** The creator's other parts, at the end of the page. Nothing here is pending. */
export function CreatorPanels({ project, interestPlace }: Pick<CreatorAnswersProps, 'project' | 'interestPlace'>) {
  const hasWaitlist = useHasHadWaitlist(project.id);
  return (
    <>
      {hasWaitlist && (
        <PagePart>
          <WaitlistPanel projectId={project.id} />
        </PagePart>
      )}
      {interestPlace === 'below' && <InterestsPanel project={project} />}
      {project.questions !== undefined && project.questions.length > 0 && (
        <PagePart>
          <OwnQuestions questions={project.questions} />
        </PagePart>
      )}
      <DecidedRequests projectId={project.id} />
      <InvitationsPanel projectId={project.id} />
    </>
  );
}

/** Keeps the waitlist current, and returns whether it has had an entry since the page opened. */
function useHasHadWaitlist(projectId: number): boolean {
  const { waitlist } = incomingOfProject(projectId);
  useEffect(() => showLists([waitlist]), [waitlist]);
  const hasEntries = (useList(waitlist).total ?? 0) > 0;
  const [hadEntries, setHadEntries] = useState(hasEntries);
  if (hasEntries && !hadEntries) setHadEntries(true);
  return hadEntries;
}

/** The invitations to the project, fetched once they are shown. */
function InvitationsPanel({ projectId }: { projectId: number }) {
  const [shown, setShown] = useState(false);
  return (
    <Collapsible title="Invitations" what="invitations" shown={shown} onToggle={setShown}>
      {shown && <SentInvitations projectId={projectId} />}
    </Collapsible>
  );
}

/** The project's interests, for its creator: live and collapsible. Closed until there is any. */
export function InterestsPanel({ project }: { project: ProjectEntity }) {
  const projectId = project.id;
  const interests = useInterestsIn(projectId);
  const hasAny = useAppears(interests.length);
  const [toggledTo, setToggledTo] = useState<boolean | null>(null);
  const pendingInterests = incomingOfProject(projectId).interests;
  const { data, total, hasMore, loadingMore } = useList(pendingInterests);
  const list = useFocusKept();
  const arrivals = useHeldArrivals(data && interests, list);
  const byDeadline = useDeadlineOrder();
  const shownInterests = arrivals.shown ?? interests;
  const isPending = ({ status }: Interest) => status === 'pending';
  // Pending interests first.
  const ordered = [
    ...byDeadline(shownInterests.filter(isPending)),
    ...shownInterests.filter((item) => !isPending(item)),
  ];
  // After a transfer, interest arrives that ended before: it is shown, but isn't new.
  const waiting = interests.filter((item) => isPending(item) && !shownInterests.includes(item)).length;
  const { first, isCut, foot } = useFirstRows(ordered, { what: 'interested members', hasMore });
  const rows = useStillRows(first, list);
  useEffect(() => showLists([pendingInterests]), [pendingInterests]);
  const pending = total ?? interests.filter((item) => item.status === 'pending').length;
  return (
    <Collapsible
      title="Interest"
      what="interest"
      aside={
        <>
          <p role="status">
            <span className="sr-only">{pending === 1 ? '1 pending' : `${pending} pending`}</span>
            <SectionCount aria-hidden count={pending} isPending />
          </p>
          <ShowNew waiting={isCut ? 0 : waiting} words={['interested member', 'interested members']} />
        </>
      }
      shown={toggledTo ?? hasAny}
      onToggle={setToggledTo}
    >
      <Card flush>
        {rows.length === 0 && (
          <EmptyState icon={Inbox} title="No interest yet">
            {noRequestsReason(project) ?? 'Members who press “I’m Interested” appear here.'}
          </EmptyState>
        )}
        <ul ref={list} className="divide-y divide-line">
          {rows.map(({ item }) => (
            <StillRow key={item.id}>
              <IncomingInterest interest={item}>
                {!item.requester_gone && (
                  <>
                    <InviteToProject
                      id={item.requester_id}
                      name={item.requester_name}
                      skills={item.requester_skills}
                      projectId={projectId}
                    />
                    <MessageLink id={item.requester_id} name={item.requester_name} />
                  </>
                )}
              </IncomingInterest>
            </StillRow>
          ))}
        </ul>
        {foot}
        {hasMore && !isCut && (
          <CardFoot>
            <ShowMore
              {...footLook}
              what="interest"
              busy={loadingMore}
              onMore={showMoreOf(pendingInterests, 'Failed to load interest')}
            />
          </CardFoot>
        )}
      </Card>
    </Collapsible>
  );
}

import { isolate } from '@sangam/shared/core/isolate';
import type { MyInterest } from '@sangam/shared/requests/interests';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { localTime } from '../../../lib/text/local-time';
import { TeamChatLink } from '../../../projects/screens/parts/TeamChatLink';
import { Chip } from '../../../ui/Chip';
import { MemberName } from '../../../ui/MemberName';
import { useNow } from '../../../ui/TimeAgo';
import { useAtDeadline } from '../../state/at-deadline';
import { useRequestNow } from '../../state/requests';
import { CreatorNote } from '../parts/reject-reasons';
import { AnswerBy, interestWord, requestWord, WaitlistPosition } from '../parts/request-details';
import { OwnRequestText, OwnRole, SentAt } from './own-request-text';
import { SeatOffer } from './SeatOffer';
import { StillInterested } from './StillInterested';
import { useWithdrawInterest, useWithdrawRequest } from './use-withdraw';

/** Names the creator; a server of the previous version doesn't. */
const creatorOf = ({ creator_id, creator_name }: Pick<JoinRequest, 'creator_id' | 'creator_name'>): ReactNode =>
  creator_name === undefined ? 'The creator' : <MemberName id={creator_id} name={creator_name} />;

/** The member's own request, also after it has left the list that shows it: its message, state, and a way to withdraw it. */
export function RequestRow({ request: listed }: { request: JoinRequest }) {
  const request = useRequestNow(listed);
  const withdraw = useWithdrawRequest(request, `Withdraw the request to join ${isolate(request.project_title)}`);
  return (
    <WorkRow
      projectId={request.ended_by === 'project_deleted' ? null : request.project_id}
      title={request.project_title}
      facts={
        <>
          <CreatorNote request={request} />
          <OwnRequestText request={request} />
          <p className="facts min-w-0">
            <OwnRole request={request} />
            <SentAt {...request} />
            <AskAgain request={request} />
            <AnswerBy request={request} own={creatorOf(request)} />
            <WaitlistPosition request={request} own />
          </p>
        </>
      }
      aside={
        <Chip tone="state" isOutcome>
          {requestWord(request)}
        </Chip>
      }
      withdraw={withdraw.button}
      below={
        <>
          <SeatOffer requestId={request.id} of={request.project_title} besideState />
          <StillInterested request={request} of={request.project_title} />
          {withdraw.panel}
        </>
      }
    >
      {request.status === 'accepted' && <TeamChatLink projectId={request.project_id} variant="ghost" />}
    </WorkRow>
  );
}

/** The time from which the member may ask again after a rejection or a departure. Renders nothing once it has passed. */
function AskAgain({ request: { ask_again_at } }: { request: JoinRequest }) {
  const now = useNow();
  if (ask_again_at === undefined || Date.parse(ask_again_at) <= now) return null;
  return <span>You can ask again from {localTime(ask_again_at)}</span>;
}

/** The member's own interest, its state, and a way to withdraw it. */
export function InterestRow({ interest: listed }: { interest: MyInterest }) {
  const interest = useAtDeadline(listed, 'denied');
  const withdraw = useWithdrawInterest(interest, `Withdraw the interest in ${isolate(interest.project_title)}`);
  return (
    <WorkRow
      projectId={interest.ended_by === 'project_deleted' ? null : interest.project_id}
      title={interest.project_title}
      aside={
        <Chip tone="state" isOutcome>
          {interestWord(interest)}
        </Chip>
      }
      facts={
        <p className="facts min-w-0">
          <SentAt {...interest} />
          <AnswerBy request={interest} own={creatorOf(interest)} />
        </p>
      }
      withdraw={withdraw.button}
      below={withdraw.panel}
    />
  );
}

interface WorkRowProps {
  /** null once the project is deleted. */
  projectId: number | null;
  title: string;
  /** The state, next to the title: at the end of the line, a button that disappears would leave a gap beside it. */
  aside?: ReactNode;
  /** The Withdraw button, in the title's line at every width: a line of its own would stay empty once it disappears. */
  withdraw?: ReactNode;
  /** Facts below the title. */
  facts: ReactNode;
  /** Buttons, at the end. */
  children?: ReactNode;
  /** Below the rest, such as a decision or a question. */
  below?: ReactNode;
}

/** One row of the member's work, with a link to its project. */
export function WorkRow({ projectId, title, aside, withdraw, facts, children, below }: WorkRowProps) {
  const name = <bdi className="min-w-0 wrap-anywhere">{title}</bdi>;
  return (
    // The link is taller than its text, so the padding is smaller by that much. Facts take the whole width below.
    <div
      data-decision
      className="flex flex-wrap content-start items-center gap-x-3 px-4 pt-1 pb-4 sm:gap-y-1.5 sm:px-5 sm:pb-5 md:pt-3"
    >
      <div className="flex min-w-0 grow basis-28 flex-wrap items-center gap-x-3">
        {projectId === null ? (
          <span className="inline-flex min-h-control-sm max-w-full items-center py-2 font-semibold text-sm">
            {name}
          </span>
        ) : (
          <Link
            to={`/projects/${projectId}`}
            className="inline-flex min-h-control-sm min-w-control-sm max-w-full items-center py-2 font-semibold text-sm hover:underline"
          >
            {name}
          </Link>
        )}
        {aside && <div className="flex min-w-0 py-1">{aside}</div>}
      </div>
      <div className="self-start empty:hidden">{withdraw}</div>
      <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 text-faint text-xs sm:order-1">{facts}</div>
      {children && (
        <div className="flex min-h-control-sm flex-wrap items-center gap-2 justify-end empty:hidden [&>a:last-child]:-mr-3 max-sm:mt-1 max-sm:-mb-2 max-sm:w-full sm:ml-auto">
          {children}
        </div>
      )}
      <div className="mt-3 w-full empty:hidden sm:order-1 sm:mt-1.5">{below}</div>
    </div>
  );
}

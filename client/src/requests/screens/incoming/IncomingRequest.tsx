import { isolate } from '@sangam/shared/core/isolate';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { stageOf } from '@sangam/shared/requests/stage';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useTeamOf } from '../../../chat/state/teams';
import { actFailureText, isRefusedWith } from '../../../core/api/errors';
import { useUnlessHeld } from '../../../lib/hooks/use-still-rows';
import { chatLink } from '../../../lib/links/chat-link';
import { TeamChatLink } from '../../../projects/screens/parts/TeamChatLink';
import { projects } from '../../../projects/state/project-table';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { TimeAgo } from '../../../ui/TimeAgo';
import { decideJoinRequest, requests, useDeciding, useRequestNow } from '../../state/requests';
import { addToWaitlist, useIsFull } from '../../state/waitlist';
import { JoinRequestCard } from '../parts/JoinRequestCard';
import { CreatorNote } from '../parts/reject-reasons';
import { AnswerBy, RequestAnswers, requestWord, WaitlistPosition, wordByName } from '../parts/request-details';
import { useSeatRefusal } from '../parts/use-seat-refusal';
import { Decision } from './Decision';
import { Reopen } from './Reopen';
import { useReject } from './use-reject';

interface IncomingRequestProps {
  request: JoinRequest;
  /** It has just arrived. */
  fresh?: boolean;
  /** It has left the list and shows its outcome. */
  isGone?: boolean;
  /** Passed to `JoinRequestCard`: null on the project's own page. */
  project?: ReactNode;
  /** Below the applicant's skills and answers. */
  note?: ReactNode;
  /** Next to the deadline while the request is pending. */
  footnote?: ReactNode;
  /** Other actions, such as a link to message the applicant. */
  children?: ReactNode;
}

/** A join request as the creator sees it: Accept or Add to waitlist, and Reject; once answered, its outcome and Reopen. */
export function IncomingRequest({ request: listed, isGone = false, ...rest }: IncomingRequestProps) {
  const { note, footnote, children, ...card } = rest;
  const request = useRequestNow(listed);
  const isKnown = requests.use(({ byId }) => byId[listed.id] !== undefined);
  // After a transfer of the project, only the new creator can answer it.
  const isTransferred = isGone && !isKnown;
  const isOver = isTransferred || request.status !== 'pending';
  const isPending = stageOf(request) === 'pending';
  const { accept, toWaitlist, isFull, busy } = useAccept(request);
  const reject = useReject(request, busy);
  const hasRoles = projects.use(({ byId }) => (byId[request.project_id]?.roles?.length ?? 0) > 0);
  // Without this, “No free seat” would be untrue while a role has free seats.
  const seatSuffix = request.role_name ? ` for ${isolate(request.role_name)}` : hasRoles && ' without a role';
  const team = useTeamOf(request.project_id);
  const hasChat = team !== undefined && request.status === 'accepted';
  const area = useRef<HTMLDivElement>(null);
  const offersWaitlist = useUnlessHeld(isFull, area);
  const button = (label: string, act: () => Promise<void>, spoken = label) => (
    <OnlineButton
      key={label}
      size="sm"
      busy={busy}
      onClick={act}
      aria-label={`${spoken} ${isolate(request.user_name)}`}
    >
      {label}
    </OnlineButton>
  );
  const addButton = button('Add to waitlist', toWaitlist, 'Add to waitlist:');
  return (
    <JoinRequestCard {...card} request={request} when={<TimeAgo time={request.created_at} />}>
      <RequestAnswers request={request} />
      {note}
      <div ref={area} className="grid gap-2">
        <Decision
          accept={offersWaitlist ? addButton : button('Accept', accept)}
          outcome={isTransferred ? 'Transferred' : isPending ? null : wordByName(requestWord(request))}
          reject={reject.button}
          isOver={isOver}
          next={hasChat ? <TeamChatLink projectId={request.project_id} /> : ''}
          note={
            !isTransferred && (
              <>
                <AnswerBy request={request} />
                {isPending && !offersWaitlist && footnote}
              </>
            )
          }
        >
          {children}
        </Decision>
        {!isTransferred && (
          <>
            <WaitlistPosition request={request} />
            {isPending && isFull && (
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
                No free seat{seatSuffix}.{!offersWaitlist && addButton}
              </p>
            )}
            {isOver && !reject.isDone && (
              <>
                <div className="grid gap-2 empty:hidden">
                  <CreatorNote request={request} />
                </div>
                <Reopen request={request} />
              </>
            )}
          </>
        )}
        {(!isOver || reject.isDone) && reject.panel}
      </div>
    </JoinRequestCard>
  );
}

/**
 * Returns the actions that accept a request or add it to the waitlist. `isFull`: no seat is free, as far as this client knows or as the
 * server has just answered.
 */
function useAccept({ id, project_id, project_title, role_id, user_name }: JoinRequest) {
  const [isAdding, setAdding] = useState(false);
  const [refusal, setRefusal] = useSeatRefusal(project_id, role_id);
  const isFull = useIsFull(project_id, role_id) || refusal !== null;
  const busy = useDeciding(({ ids }) => ids.has(id)) || isAdding;
  const toWaitlist = async () => {
    setAdding(true);
    const answer = await addToWaitlist(id);
    setAdding(false);
    if (answer.ok) toast.success(`${isolate(user_name)} is on the waitlist`);
    else toast.error(actFailureText(answer.error, 'Failed to update join request'));
  };
  const accept = async () => {
    const answer = await decideJoinRequest(id, 'accepted');
    if (answer.ok) {
      toast.success(`${isolate(user_name)} joined ${isolate(project_title)}`);
      return;
    }
    const text = actFailureText(answer.error, 'Failed to update join request');
    if (isRefusedWith(answer.error, 'PROJECT_FULL')) setRefusal(text);
    toast.error(text);
  };
  return { accept, toWaitlist, isFull, busy };
}

interface RequestListProps {
  list: Ref<HTMLUListElement>;
  /** Below the rows. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Rows of requests in one card. Hidden while it is empty. */
export const RequestList = ({ list, foot, children }: RequestListProps) => (
  <Card flush className="has-[>ul:empty]:hidden">
    <ul ref={list} className="divide-y divide-line">
      {children}
    </ul>
    {foot}
  </Card>
);

/** A link from a row to the conversation with its member. */
export function MessageLink({ id, name }: { id: number; name: string }) {
  return (
    <ButtonLink {...chatLink(id, name)} variant="ghost" size="sm" aria-label={`Message ${isolate(name)}`}>
      <MessageCircle aria-hidden className="size-4" />
      Message
    </ButtonLink>
  );
}

/**
 * Shown once below a list of requests, or in a single one. Shown even if the team has no chat yet: accepting a member may start one just as
 * the creator presses Accept on the next request.
 */
export const newMembersRead = 'Members you accept can read the whole team chat.';

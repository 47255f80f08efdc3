import { isolate } from '@sangam/shared/core/isolate';
import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { MyInterest } from '@sangam/shared/requests/interests';
import type { Invitation } from '@sangam/shared/requests/invitations';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { stageOf } from '@sangam/shared/requests/stage';
import type { RequestStage } from '@sangam/shared/requests/transitions';
import type { ReactNode } from 'react';
import { localDay, localTime } from '../../../lib/text/local-time';
import { wireLabel } from '../../../lib/wire-label';
import { LinkedText } from '../../../ui/LinkedText';
import type { InterestEntity } from '../../state/interests';
import type { RequestEntity } from '../../state/requests';
import { useIsFull } from '../../state/waitlist';

const requestWords: Record<RequestStage, string> = {
  none: '',
  pending: 'Pending',
  waitlisted: 'On the waitlist',
  offered: 'Seat offered',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
};
const interestWords: Record<MyInterest['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
};

/** Shown instead of the status when the project, a deadline or the member ended the request or interest. */
const endWords: Record<EndReason, string> = {
  project_finished: 'Project finished',
  project_closed: 'New requests stopped',
  // Deleted, or hidden by a moderator, which isn't disclosed.
  project_deleted: 'No longer available',
  removed: 'Removed from the team',
  no_answer: 'No answer in time',
  offer_lapsed: 'Seat offer expired',
  waitlist_lapsed: 'Waitlist time ended',
  took_over: 'Became the creator',
  withdrawn: 'Withdrawn',
  joined: 'Joined the team',
};

/** The state of a join request, in a word or two. */
export const requestWord = (
  request: Pick<JoinRequest, 'status' | 'ended_by' | 'place' | 'offered_until' | 'offer_declined' | 'left_team'>,
): string => {
  if (request.left_team) return 'Left the team';
  if (request.offer_declined) return 'Seat declined';
  return request.ended_by ? wireLabel(endWords, request.ended_by) : wireLabel(requestWords, stageOf(request));
};

/** The state of an interest, in a word or two. */
export const interestWord = ({ status, ended_by }: Pick<MyInterest, 'status' | 'ended_by'>): string =>
  ended_by ? wireLabel(endWords, ended_by) : wireLabel(interestWords, status);

/**
 * A state next to the other member's name, for the project's creator: “No longer available” would be read as about the member, though the
 * project was unavailable and may be shown again.
 */
export const wordByName = (word: string): string => (word === endWords.project_deleted ? 'Ended' : word);

/** A request, interest or invitation. */
type AnswerBySubject = Pick<InterestEntity | RequestEntity | Invitation, 'project_id' | 'status' | 'answer_by'> &
  Partial<Pick<RequestEntity, 'role_id' | 'waitlist' | 'place' | 'offered_until'>>;

interface AnswerByProps {
  request: AnswerBySubject;
  /** The creator's name, or “The creator”, shown to the applicant. Undefined for the creator's own view. */
  own?: ReactNode;
}

/** The deadline of a pending request, interest or invitation. Renders nothing for any other. */
export function AnswerBy({ request, own }: AnswerByProps) {
  const { project_id, role_id, status, answer_by, waitlist, place, offered_until } = request;
  const isFull = useIsFull(project_id, role_id);
  // Requests on the waitlist or with a seat offer have been answered.
  if (status !== 'pending' || (place ?? offered_until) !== undefined || answer_by === undefined) return null;
  return (
    <span className="text-muted text-xs">
      {/* Once a seat is free, it is an ordinary request. */}
      {waitlist && isFull && 'Waitlist request. '}
      {own ? <>{own} answers by</> : 'Answer by'} {localTime(answer_by)}
    </span>
  );
}

/**
 * A request's place on the waitlist, or the end of its seat offer. Renders nothing for any other. `own` addresses the
 * applicant.
 */
export function WaitlistPosition({ request, own = false }: { request: RequestEntity; own?: boolean }) {
  const stage = stageOf(request);
  if (stage === 'waitlisted')
    return (
      <span className="text-muted text-xs tabular">
        {ordinal(request.place ?? 1)} on the waitlist{request.role_name && ` for ${isolate(request.role_name)}`}.{' '}
        {own && request.place === 1 ? 'You get the next free seat.' : 'Free seats are offered in order.'}
        {own && request.waits_until && ` You stay on the waitlist until ${localDay(request.waits_until)}.`}
      </span>
    );
  if (stage !== 'offered') return null;
  return (
    <span className="text-muted text-xs">
      A free seat is offered to {own ? 'you' : 'them'} until {localTime(request.offered_until ?? '')}
    </span>
  );
}

/** The applicant's answers with the questions as they were asked. Renders nothing if there are none. */
export function RequestAnswers({ request: { answers = [] } }: { request: JoinRequest }) {
  if (answers.length === 0) return null;
  return (
    <dl className="grid w-full gap-2 text-sm">
      {answers.map(({ question, answer }) => (
        <div key={question} className="min-w-0">
          <dt className="text-muted" dir="auto">
            {question}
          </dt>
          <dd className="whitespace-pre-line text-fg" dir="auto">
            <LinkedText text={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const ordinalSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export const ordinal = (number: number): string => `${number}${ordinalSuffixes[ordinalRules.select(number)] ?? 'th'}`;

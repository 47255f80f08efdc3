import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { MyInterest } from '@sangam/shared/requests/interests';
import type { RequestStage } from '@sangam/shared/requests/join-request-states';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { localTime } from '../../../lib/text/local-time';
import { type RequestEntity, stageOf } from '../../state/requests';

const requestWords: Record<RequestStage, string> = {
  pending: 'Pending',
  in_line: 'In line',
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

/** In place of the status, of what ended without an answer. */
const endWords: Record<EndReason, string> = {
  project_finished: 'Project finished',
  // Deleted, or hidden by a moderator, of which nothing is told.
  project_deleted: 'No longer available',
  removed: 'Removed',
  no_answer: 'No answer',
  offer_lapsed: 'Seat not taken',
  took_over: 'Took over',
};

/** How a join request stands, in a word or two. */
export const requestWord = (request: Pick<JoinRequest, 'status' | 'ended_by' | 'place' | 'offered_until'>): string =>
  request.ended_by ? endWords[request.ended_by] : requestWords[stageOf(request)];

/** How an interest stands, in a word or two. */
export const interestWord = ({ status, ended_by }: Pick<MyInterest, 'status' | 'ended_by'>): string =>
  ended_by ? endWords[ended_by] : interestWords[status];

/** Until when the creator answers a request that waits; nothing of any other. */
export function AnswerBy({ request }: { request: RequestEntity }) {
  const { answer_by } = request;
  if (stageOf(request) !== 'pending' || answer_by === undefined) return null;
  return <span className="text-muted text-xs">Answer by {localTime(answer_by)}</span>;
}

/** A request's place in line, or until when a seat is held for it; nothing of any other. `own`: to who asked. */
export function LinePlace({ request, own = false }: { request: RequestEntity; own?: boolean }) {
  const stage = stageOf(request);
  if (stage === 'in_line')
    return (
      <span className="text-muted text-xs tabular">
        {ordinal(request.place ?? 1)} in line.{' '}
        {own ? 'The next free seat is offered to the first.' : 'A free seat is offered to the first.'}
      </span>
    );
  if (stage !== 'offered') return null;
  return (
    <span className="text-muted text-xs">
      A free seat is offered to {own ? 'you' : 'them'} until {localTime(request.offered_until ?? '')}
    </span>
  );
}

/** What somebody answered to the creator's questions, in the words in which they were asked; nothing where nobody asked. */
export function RequestAnswers({ request: { answers = [] } }: { request: JoinRequest }) {
  if (answers.length === 0) return null;
  return (
    <dl className="grid w-full gap-2 text-sm">
      {answers.map(({ question, answer }) => (
        <div key={question} className="min-w-0">
          <dt className="break-words text-muted" dir="auto">
            {question}
          </dt>
          <dd className="whitespace-pre-line break-words text-fg" dir="auto">
            {answer}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export const ordinal = (number: number): string => `${number}${endings[rules.select(number)] ?? 'th'}`;

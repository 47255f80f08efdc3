import { keysOf } from '@sangam/shared/core/keys-of';
import { type EndReason, projectActs } from '@sangam/shared/projects/lifecycle';
import { invitationActs } from '@sangam/shared/requests/invitation-transitions';
import {
  type RequestAct,
  type RequestKind,
  type RequestStage,
  requestActs,
  type Transition,
} from '@sangam/shared/requests/transitions';

/** Returns the actions on one kind of request. */
export const actsOf = (kind: RequestKind): RequestAct[] =>
  keysOf(requestActs).filter((act) => {
    const { of }: Transition = requestActs[act];
    return of.includes(kind);
  });

/** An interest's stage: an interest that ended without an answer has the status `denied` and the reason for its end. */
export const stageOfInterest = ({
  status,
  ended_by,
}: {
  status: 'pending' | 'approved' | 'denied';
  ended_by?: EndReason | null | undefined;
}): RequestStage => {
  if (status === 'pending') return 'pending';
  if (status === 'approved') return 'accepted';
  return ended_by ? 'withdrawn' : 'rejected';
};

const rows = (subject: string, acts: readonly (readonly [string, { from: readonly string[] }])[]) =>
  acts.flatMap(([act, { from }]) => from.map((at) => `${subject}: ${act}, ${at}`));
const rowsOf = (kind: 'join_request' | 'interest') => actsOf(kind).map((act) => [act, requestActs[act]] as const);

/** Rows of queued invitations. The test has none; `queue.test.ts` covers them. */
const isOfQueue = (row: string) => row.startsWith('invitation: lapse,') || row.endsWith(', queued');
/** Rows about the end of the time on a waitlist. A run is shorter than that; `stay.test.ts` covers them. */
const isAfterDeadline = (row: string) =>
  row === 'request: wait_out, waitlisted' || row === 'request: remind_waiting, waitlisted';
/** Impossible rows: withdrawing a request with a seat offer declines the offer, and interest has neither a waitlist nor seat offers. */
const isImpossible = (row: string) =>
  row === 'request: withdraw, offered' || /^interest: .*(waitlisted|offered)$/u.test(row);

/** Every row of the tables at each stage or state from which it starts, as `Step.reachedRows` names them. */
export const transitions: readonly string[] = [
  ...rows('request', rowsOf('join_request')),
  ...rows('interest', rowsOf('interest')),
  ...rows('invitation', Object.entries(invitationActs)),
  ...rows('project', Object.entries(projectActs)),
].filter((row) => !isOfQueue(row) && !isAfterDeadline(row) && !isImpossible(row));

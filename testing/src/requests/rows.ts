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

/** The acts of one kind. */
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

const rows = (of: string, acts: readonly (readonly [string, { from: readonly string[] }])[]) =>
  acts.flatMap(([act, { from }]) => from.map((at) => `${of}: ${act}, ${at}`));
const rowsOf = (kind: 'join_request' | 'interest') => actsOf(kind).map((act) => [act, requestActs[act]] as const);

/** No invitation of this test is delivered late. `invitations.test.ts` covers those. */
const isOfQueue = (row: string) => row.startsWith('invitation: lapse,') || row.endsWith(', queued');
/** A run is shorter than the time on a waitlist; `stay.test.ts` covers its end. */
const isTooLate = (row: string) =>
  row === 'request: wait_out, waitlisted' || row === 'request: remind_waiting, waitlisted';
/** To withdraw a request with a seat offer is to decline the offer, and interest has neither waitlist nor seat offers. */
const isImpossible = (row: string) =>
  row === 'request: withdraw, offered' || /^interest: .*(waitlisted|offered)$/u.test(row);

/** Every row of the tables at each stage or state it starts from, as `Step.met` names them. */
export const transitions: readonly string[] = [
  ...rows('request', rowsOf('join_request')),
  ...rows('interest', rowsOf('interest')),
  ...rows('invitation', Object.entries(invitationActs)),
  ...rows('project', Object.entries(projectActs)),
].filter((row) => !isOfQueue(row) && !isTooLate(row) && !isImpossible(row));

import type { ProjectAct } from '@sangam/shared/projects/lifecycle';
import type { InvitationAct } from '@sangam/shared/requests/invitation-transitions';
import type { RequestAct } from '@sangam/shared/requests/transitions';
import type { InterestRow, InvitationRow, RequestRow, Transaction } from './journal.js';

/** An act, as its transaction shows it. */
export interface Happened {
  act: RequestAct | InvitationAct | ProjectAct | 'create' | 'unlist' | 'tick';
  /** Of the subject; null for the project itself. */
  kind: 'request' | 'interest' | 'invitation' | null;
  /** The request, interest or invitation it changed; null for the project itself. */
  subject: number | null;
  user: number | null;
}

interface Changed<Row> {
  was: Row | null;
  is: Row | null;
}

const REQUEST_ENDS: Partial<Record<string, RequestAct>> = {
  'pending accepted': 'accept',
  'rejected pending': 'reopen',
  'offered accepted': 'take_offer',
  'accepted withdrawn': 'leave',
};

/** The act that a request's change shows; null for the consequence of another act. */
function ofRequest({ was, is }: Changed<RequestRow>): RequestAct | null {
  if (is === null) throw new Error('a request was deleted');
  if (was === null) return is.stage === 'pending' ? 'ask' : null;
  if (
    is.endedBy === 'offer_lapsed' ||
    is.endedBy === 'waitlist_lapsed' ||
    is.endedBy === 'took_over' ||
    is.endedBy?.startsWith('project_')
  )
    return null;
  if (was.stage === is.stage && was.reminders < is.reminders) return 'remind';
  // It may stay twice at the same time.
  if (was.stage === is.stage) return is.stage === 'in_line' && was.place === is.place ? 'stay' : null;
  if (is.endedBy === 'no_answer') return 'run_out';
  if (is.endedBy === 'removed') return 'remove';
  if (is.stage === 'rejected') return 'reject';
  if (was.stage === 'pending' && (is.stage === 'in_line' || is.stage === 'offered')) return 'put_in_line';
  if (is.stage === 'withdrawn' && was.stage !== 'accepted')
    return was.stage === 'offered' ? 'decline_offer' : 'withdraw';
  return REQUEST_ENDS[`${was.stage} ${is.stage}`] ?? null;
}

/** The same for an interest. */
function ofInterest({ was, is }: Changed<InterestRow>): RequestAct | null {
  if (is === null) throw new Error('an interest was deleted');
  if (was === null) return 'ask';
  if (was.stage === is.stage) return was.reminders < is.reminders ? 'remind' : null;
  if (is.endedBy === 'no_answer') return 'run_out';
  if (is.endedBy === 'withdrawn') return 'withdraw';
  if (is.endedBy !== null) return null;
  return is.stage === 'accepted' ? 'approve' : 'deny';
}

/** The same for an invitation. `hasRejected`: the creator rejected a request in the same transaction. */
function ofInvitation(
  { was, is }: Changed<InvitationRow>,
  { notified, hasRejected }: { notified: readonly string[]; hasRejected: boolean },
): InvitationAct | null {
  if (is === null) throw new Error('an invitation was deleted');
  if (was === null) return 'invite';
  if (!was.sentWithdrawn && is.sentWithdrawn) return 'withdraw';
  if (was.stage === is.stage) return was.reminders < is.reminders ? 'remind' : null;
  if (is.endedBy === 'no_answer') return 'run_out';
  if (is.endedBy !== null) return null;
  if (is.stage === 'accepted' && !notified.some((one) => one.includes('invitation:accepted'))) return null;
  if (is.stage === 'accepted') return was.stage === 'queued' ? 'meet' : 'accept';
  if (is.stage === 'withdrawn') return hasRejected ? null : 'withdraw';
  return is.stage === 'declined' ? 'decline' : null;
}

const endOfTransfer = (isOver: boolean, notified: readonly string[]) => {
  if (!isOver) return 'hand_over';
  return notified.some((one) => one.includes('offer:declined')) ? 'decline' : 'stop_hand_over';
};

/** The act of a transaction. Throws if there were two. */
export function happenedIn({
  row,
  requests,
  interests,
  invitations,
  roles,
  transfers,
  notified,
}: Transaction): Happened {
  const found: Happened[] = [];
  const add = (kind: Happened['kind'], act: Happened['act'] | null, subject: number, user: number | null) => {
    if (act !== null) found.push({ act, kind, subject, user });
  };
  // A transfer writes all requests, which name their creator.
  const isTransfer = row?.was !== null && row?.was.creator !== row?.is?.creator;
  const acceptsInvitation = notified.some((one) => one.includes('invitation:accepted'));
  for (const [id, changed] of requests) {
    const act = ofRequest(changed);
    const isConsequence = (act === 'stay' && isTransfer) || (acceptsInvitation && changed.is?.stage === 'accepted');
    add('request', isConsequence ? null : act, id, changed.is?.requester ?? null);
  }
  for (const [id, changed] of interests) add('interest', ofInterest(changed), id, changed.is?.requester ?? null);
  const hasRejected = found.some(({ act }) => act === 'reject');
  for (const [id, changed] of invitations)
    add('invitation', ofInvitation(changed, { notified, hasRejected }), id, changed.is?.member ?? null);
  const ofProject = (act: Happened['act'], user: number | null = null) =>
    found.push({ act, kind: null, subject: null, user });
  const [was, is] = [row?.was ?? null, row?.is ?? null];
  if (is !== null && was === null) ofProject('create', is.creator);
  else if (is !== null && was !== null) {
    if (is.creator !== was.creator) ofProject('take_over', is.creator);
    else if (is.state !== was.state) ofProject(TO_STATE[is.state]);
    else if (is.seats !== was.seats || roles.size > 0) ofProject('edit');
    else if (was.mayBeListed && !is.mayBeListed) ofProject('unlist');
    else if (is.confirmedAtMs !== was.confirmedAtMs && found.length === 0) ofProject('confirm');
  }
  if (found.length === 0)
    for (const [, { was: before, is: after }] of transfers)
      ofProject(endOfTransfer(before !== null, notified), (after ?? before)?.user ?? null);
  // An act first ends what should have ended before.
  const acts = found.length > 1 ? found.filter(({ act }) => act !== 'run_out') : found;
  if (acts.length > 1) throw new Error(`one transaction did ${acts.map(({ act }) => act).join(' and ')}`);
  return acts[0] ?? { act: 'tick', kind: null, subject: null, user: null };
}

const TO_STATE = { open: 'reopen', closed: 'close', finished: 'finish', deleted: 'delete' } as const;

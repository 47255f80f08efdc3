import type { ProjectAct } from '@sangam/shared/projects/lifecycle';
import type { InvitationAct } from '@sangam/shared/requests/invitation-transitions';
import type { RequestAct } from '@sangam/shared/requests/transitions';
import type { Changed, InterestRow, InvitationRow, ProjectRow, RequestRow, Transaction } from './journal.js';

/** An action, as its transaction shows it. */
export interface ObservedAct {
  act: RequestAct | InvitationAct | ProjectAct | 'create' | 'unlist' | 'tick';
  /** The kind of the subject; null for the project itself. */
  kind: 'request' | 'interest' | 'invitation' | null;
  /** The request, interest or invitation it changed; null for the project itself. */
  subject: number | null;
  user: number | null;
}

const REQUEST_ENDS: Partial<Record<string, RequestAct>> = {
  'pending accepted': 'accept',
  'rejected pending': 'reopen',
  'offered accepted': 'take_offer',
  'accepted withdrawn': 'leave',
};

/** Returns the action that a request's change shows; null for the consequence of another action. */
function actOnRequest({ was, is }: Changed<RequestRow>): RequestAct | null {
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
  // A member may choose to stay twice at the same time.
  if (was.stage === is.stage) return is.stage === 'waitlisted' && was.place === is.place ? 'stay' : null;
  if (is.endedBy === 'no_answer') return 'run_out';
  if (is.endedBy === 'removed') return 'remove';
  if (is.stage === 'rejected') return 'reject';
  if (was.stage === 'pending' && (is.stage === 'waitlisted' || is.stage === 'offered')) return 'add_to_waitlist';
  if (is.stage === 'withdrawn' && was.stage !== 'accepted')
    return was.stage === 'offered' ? 'decline_offer' : 'withdraw';
  return REQUEST_ENDS[`${was.stage} ${is.stage}`] ?? null;
}

/** Like `actOnRequest`, for an interest. */
function actOnInterest({ was, is }: Changed<InterestRow>): RequestAct | null {
  if (is === null) throw new Error('an interest was deleted');
  if (was === null) return 'ask';
  if (was.stage === is.stage) return was.reminders < is.reminders ? 'remind' : null;
  if (is.endedBy === 'no_answer') return 'run_out';
  if (is.endedBy === 'withdrawn') return 'withdraw';
  if (is.endedBy !== null) return null;
  return is.stage === 'accepted' ? 'approve' : 'deny';
}

/** Like `actOnRequest`, for an invitation. `hasRejected`: the creator rejected a request in the same transaction. */
function actOnInvitation(
  { was, is }: Changed<InvitationRow>,
  { notified, deletedIds, hasRejected }: Pick<Transaction, 'notified' | 'deletedIds'> & { hasRejected: boolean },
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
  if (is.stage !== 'declined') return null;
  return deletedIds.has(is.member) ? 'leave' : 'decline';
}

const notifies = (notified: readonly string[], kind: string) => notified.some((one) => one.includes(` ${kind} `));

/**
 * Returns the action that a change to a project's row shows; null for the consequence of another action. `isAlone`: no other change shows
 * an action.
 */
function actOnProject(
  { was, is }: Changed<ProjectRow>,
  transaction: Transaction,
  isAlone: boolean,
): ObservedAct['act'] | null {
  const { notified, deletedIds, roles } = transaction;
  if (is === null) return null;
  if (was === null) return 'create';
  if (is.creator !== was.creator) return 'accept_transfer';
  if (is.seeksCreatorUntilMs !== null && was.seeksCreatorUntilMs === null) return 'seek_creator';
  if (was.seeksCreatorUntilMs !== null && is.seeksCreatorUntilMs === null) {
    // The last member who could take it over has left. One who declined leaves the same trace as the end of the time.
    if (!isAlone) return null;
    return notifies(notified, 'offer:taken_back') ? 'come_back' : 'run_out';
  }
  // Its creator has deleted their account, and nobody could take it over. This unlists it, too.
  if (deletedIds.has(is.creator) && is.state === 'closed' && isAlone) return 'seek_creator';
  if (was.mayBeListed && !is.mayBeListed && isAlone && was.state === is.state) return 'unlist';
  if (is.state !== was.state)
    return was.state === 'finished' && is.state === 'open' ? 'reopen_finished' : TO_STATE[is.state];
  if (is.seats !== was.seats || roles.size > 0) return 'edit';
  if (was.mayBeListed && !is.mayBeListed) return 'unlist';
  return is.confirmedAtMs !== was.confirmedAtMs && isAlone ? 'confirm' : null;
}

/** Returns the action that a change to a transfer shows. While the project has lost its creator, only its members answer. */
function actOnTransfer(isOver: boolean, isSeekingCreator: boolean, notified: readonly string[]): ObservedAct['act'] {
  if (!isOver) return 'transfer';
  return isSeekingCreator || notifies(notified, 'offer:declined') ? 'decline_transfer' : 'cancel_transfer';
}

/** Returns the action of a transaction. `isSeekingCreator`: the project had already lost its creator. Throws if there were two actions. */
export function observedActIn(transaction: Transaction, isSeekingCreator: boolean): ObservedAct {
  const { row, requests, interests, invitations, transfers, notified, deletedIds } = transaction;
  const found: ObservedAct[] = [];
  const add = (kind: ObservedAct['kind'], act: ObservedAct['act'] | null, subject: number, user: number | null) => {
    if (act !== null) found.push({ act, kind, subject, user });
  };
  // A transfer writes all requests, which name their creator.
  const isTransfer = row?.was !== null && row?.was.creator !== row?.is?.creator;
  const acceptsInvitation = notified.some((one) => one.includes('invitation:accepted'));
  for (const [id, changed] of requests) {
    const act = actOnRequest(changed);
    const isConsequence = (act === 'stay' && isTransfer) || (acceptsInvitation && changed.is?.stage === 'accepted');
    add('request', isConsequence ? null : act, id, changed.is?.requester ?? null);
  }
  for (const [id, changed] of interests) add('interest', actOnInterest(changed), id, changed.is?.requester ?? null);
  const hasRejected = found.some(({ act }) => act === 'reject');
  for (const [id, changed] of invitations)
    add('invitation', actOnInvitation(changed, { notified, deletedIds, hasRejected }), id, changed.is?.member ?? null);
  const addProjectAct = (act: ObservedAct['act'] | null, user: number | null = null) => {
    if (act !== null) found.push({ act, kind: null, subject: null, user });
  };
  if (row !== null) addProjectAct(actOnProject(row, transaction, found.length === 0), row.is?.creator ?? null);
  if (found.length === 0)
    for (const [, { was: before, is: after }] of transfers)
      addProjectAct(actOnTransfer(before !== null, isSeekingCreator, notified), (after ?? before)?.user ?? null);
  // An action first ends everything that should have ended before.
  const acts = found.length > 1 ? found.filter(({ act }) => act !== 'run_out') : found;
  if (acts.length > 1) throw new Error(`one transaction did ${acts.map(({ act }) => act).join(' and ')}`);
  return acts[0] ?? { act: 'tick', kind: null, subject: null, user: null };
}

/** Returns a function that throws if the rules would have refused the action. */
export const refuserOf =
  ({ act, kind, subject, user }: ObservedAct) =>
  (isRefused: boolean, reason: string): void => {
    if (isRefused) throw new Error(`${act} of ${kind ?? 'the project'} ${subject ?? ''} by ${user}: ${reason}`);
  };

/** Returns the kind of a reminder's notification. */
export const reminderOf = (kind: string, { notified }: Pick<Transaction, 'notified'>): string =>
  `${kind}:${notified[0]?.includes('last_day') ? 'last_day' : 'reminder'}`;

const TO_STATE = { open: 'reopen', closed: 'close', finished: 'finish', deleted: 'delete' } as const;

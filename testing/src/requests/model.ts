import { dayMs } from '@sangam/shared/core/limits';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { type RequestAct, type RequestStage, requestActs } from '@sangam/shared/requests/transitions';
import type { InterestRow, InvitationRow, RequestRow } from './journal.js';

/**
 * The expected state of a project, its requests and its interest after each action, derived only from the tables in `shared/`. Doesn't use
 * the server's own plan (`waitlist/plan.ts`).
 */
export interface Model {
  creator: number;
  seats: number;
  state: string;
  answerDays: number;
  team: Set<number>;
  /** The seats of the roles, and the role of each member who has one. Other seats have no role. */
  roles: Map<number, number>;
  roleOf: Map<number, number>;
  requests: Map<number, RequestRow>;
  interests: Map<number, InterestRow>;
  invitations: Map<number, InvitationRow>;
  /** Members who asked to join or showed interest after their last invitation. */
  askedSince: Set<number>;
  /** The requests in the answer record, each once. */
  answered: Set<number>;
  /** The earlier creators of each pending request or interest, by `kind:id`. */
  pastCreators: Map<string, Set<number>>;
  /** The recipients of the project's pending transfers, with the transfers' ids. */
  transfers: Map<number, number>;
  /** Whether the creator has deleted their account and each recipient may accept the project. */
  isSeekingCreator: boolean;
  /** Members' notifications, by `user key`. */
  notifications: Map<string, { kind: string; by: number }>;
  /** When members withdrew requests or interest. */
  withdrawals: { user: number; atMs: number }[];
}

export const emptyModel = (): Model => ({
  creator: 0,
  seats: 0,
  state: 'none',
  answerDays: 0,
  team: new Set(),
  isSeekingCreator: false,
  withdrawals: [],
  roles: new Map(),
  roleOf: new Map(),
  transfers: new Map(),
  requests: new Map(),
  interests: new Map(),
  invitations: new Map(),
  askedSince: new Set(),
  answered: new Set(),
  notifications: new Map(),
  pastCreators: new Map(),
});

/** Whether a request has the status `pending`: without an answer, on the waitlist, or with a seat offer. */
export const isWaiting = ({ stage }: RequestRow) =>
  stage === 'pending' || stage === 'waitlisted' || stage === 'offered';
/** The order of the waitlist. */
const byAsking = (a: RequestRow, b: RequestRow) => a.id - b.id;

/** The kinds of notifications that no longer apply to a member without a seat. */
const forMembers = new Set(['request:accepted', 'seat:joined', 'seat:left', 'project:taken_over']);

/** The expected effects of one transaction. */
export class Step {
  readonly notified: string[] = [];
  private readonly actors = new Map<string, number>();
  readonly dropped: string[] = [];
  readonly counted: string[] = [];
  /** The events that members get on any screen: `user event id`. */
  readonly broadcasts: string[] = [];
  /** The rows of the tables that this step covers. */
  readonly reachedRows: string[] = [];
  readonly touched = new Map<number, RequestRow>();
  readonly interests = new Map<number, InterestRow>();
  readonly invitations = new Map<number, InvitationRow>();
  constructor(
    readonly model: Model,
    readonly atMs: number,
    readonly project: number,
  ) {}

  /** `by`: the actor, if the same kind of notification may be about different actors. */
  notify(user: number, kind: string, key: string, by = 0): void {
    this.notified.push(`${user} ${kind} ${key}`);
    this.actors.set(`${user} ${kind} ${key}`, by);
  }

  broadcast(users: readonly number[], event: string, id: number | string): void {
    for (const user of new Set(users)) this.broadcasts.push(`${user} ${event} ${id}`);
  }

  /** The request after this step. */
  of(id: number): RequestRow {
    const request = this.model.requests.get(id);
    if (request === undefined) throw new Error(`request ${id} is not known`);
    const copy = this.touched.get(id) ?? { ...request };
    this.touched.set(id, copy);
    this.model.requests.set(id, copy);
    return copy;
  }

  /** Moves a request as the table says. Throws if the table forbids it. */
  act(id: number, act: RequestAct): RequestRow {
    const request = this.of(id);
    const { from, to, ends, counts } = rowOf(act);
    if (!from.includes(request.stage)) throw new Error(`${act} of request ${id} at the stage ${request.stage}`);
    this.reachedRows.push(`request: ${act}, ${request.stage}`);
    // Requests on the waitlist count as answered.
    const isOverdue = request.answerByMs !== null && request.answerByMs <= this.atMs;
    if (request.stage === 'pending' && (counts !== null || isOverdue) && !this.model.answered.has(id)) {
      this.model.answered.add(id);
      this.counted.push(`${id} ${counts ?? 'unanswered'}`);
    }
    request.stage = to ?? request.stage;
    if (act !== 'stay') Object.assign(request, { place: 0, offeredUntilMs: null, waitsUntilMs: null });
    if (ends !== 'as the project') request.endedBy = ends as RequestRow['endedBy'];
    if (act !== 'reject') this.coolOff(request, act);
    if (act === 'accept' || act === 'reject' || act === 'take_offer' || act === 'accept_invitation')
      this.broadcast([this.model.creator, request.requester], 'join-request:decided', id);
    else if (act === 'reopen') this.broadcast([this.model.creator, request.requester], 'join-request:reopened', id);
    else if (act === 'offer' || act === 'stay') this.broadcastPlace(request);
    else if (act !== 'add_to_waitlist')
      this.broadcast([this.model.creator, request.requester], 'join-request:withdrawn', id);
    return request;
  }

  /** Like `act`, for an interest. */
  actOnInterest(
    id: number,
    act: Exclude<RequestAct, 'ask'>,
    endedBy: InterestRow['endedBy'] = null,
    onlyNotified?: number,
  ): void {
    const interest = this.model.interests.get(id);
    const { from, to, notifies } = rowOf(act);
    if (!interest || !from.includes(interest.stage)) throw new Error(`${act} of interest ${id}, ${interest?.stage}`);
    this.reachedRows.push(`interest: ${act}, ${interest.stage}`);
    const now = { ...interest, stage: to ?? interest.stage, endedBy };
    this.model.interests.set(id, now);
    this.interests.set(id, now);
    this.coolOff(now, act);
    const { requester } = notifies;
    if (requester)
      this.notify(interest.requester, requester.includes(':') ? requester : `interest:${requester}`, `interest:${id}`);
    if (notifies.creator && onlyNotified === undefined)
      this.notify(this.model.creator, `interest:${notifies.creator}`, `interest:${id}`);
    this.broadcast([this.model.creator, interest.requester], 'connection:decided', id);
  }

  /** Sets when the member may ask again after an action. A withdrawal counts only from the second one on, of either kind. */
  coolOff(request: RequestRow | InterestRow, act: RequestAct): void {
    const { cools } = requestActs[act];
    if (cools === null) return;
    if (cools !== 'yes') {
      const { withdrawals } = this.model;
      withdrawals.push({ user: request.requester, atMs: this.atMs });
      const sinceMs = this.atMs - requestServerLimits.withdrawalCountsMs;
      const recent = withdrawals.filter(({ user, atMs }) => user === request.requester && atMs > sinceMs);
      if (recent.length < 2) return;
    }
    request.askAgainAtMs = this.atMs + requestServerLimits.askAgainAfterMs;
  }

  private list(stage: RequestStage): RequestRow[] {
    return [...this.model.requests.values()].filter((request) => request.stage === stage);
  }

  /** Returns the number of seats in use of a role, or without one (null): taken, or with an unexpired offer. */
  private seatsInUse(role: number | null): number {
    const { team, roleOf } = this.model;
    const taken = [...team].filter((user) => (roleOf.get(user) ?? null) === role);
    const holds = (one: RequestRow) => one.role === role && (one.offeredUntilMs ?? Infinity) > this.atMs;
    return taken.length + this.list('offered').filter(holds).length;
  }

  freeSeats(role: number | null): number {
    const { seats, roles } = this.model;
    const seatsOfRoles = [...roles.values()].reduce((sum, each) => sum + each, 0);
    return (role === null ? seats - seatsOfRoles : (roles.get(role) ?? 0)) - this.seatsInUse(role);
  }

  /** Changes the roles. Waiting requests for a removed role become requests without one. */
  setRoles(roles: ReadonlyMap<number, number>): void {
    for (const [role] of this.model.roles)
      if (!roles.has(role)) {
        if (this.seatsInUse(role) > 0) throw new Error(`role ${role} was removed while its seats are in use`);
        for (const { id } of [...this.model.requests.values()].filter(isWaiting))
          if (this.model.requests.get(id)?.role === role) this.of(id).role = null;
      }
    this.model.roles = new Map(roles);
  }

  /** Throws if more seats of a role, or without one, are in use than exist. */
  checkSeats(): void {
    for (const role of [null, ...this.model.roles.keys()])
      if (this.freeSeats(role) < 0)
        throw new Error(`${-this.freeSeats(role)} seats too many of role ${role} are in use`);
  }

  broadcastPlace({ id, requester }: RequestRow): void {
    this.broadcast([this.model.creator, requester], 'join-request:line', id);
  }

  /** Ends expired seat offers and waits. */
  endLapsed(): void {
    for (const { id, requester, offeredUntilMs } of this.list('offered'))
      if ((offeredUntilMs ?? 0) <= this.atMs) {
        this.act(id, 'lapse');
        this.notify(requester, 'seat:missed', `request:${id}`);
        this.notify(this.model.creator, 'seat:lapsed', `request:${id}`);
      }
    for (const { id, requester, waitsUntilMs } of this.list('waitlisted'))
      if ((waitsUntilMs ?? Infinity) <= this.atMs) {
        this.act(id, 'wait_out');
        this.notify(requester, 'waitlist:lapsed', `request:${id}`);
      }
  }

  /** Ends expired seat offers and waits, offers free seats to the first requests on the waitlist, and moves the others up. */
  settle(): void {
    this.endLapsed();
    for (const role of [null, ...this.model.roles.keys()]) this.settleRole(role);
  }

  private settleRole(role: number | null): void {
    const waiting = () =>
      this.list('waitlisted')
        .filter((request) => request.role === role)
        .toSorted(byAsking);
    for (const { id, requester } of waiting().slice(0, Math.max(0, this.freeSeats(role)))) {
      this.act(id, 'offer').offeredUntilMs = this.atMs + requestServerLimits.seatOfferMs;
      this.notify(requester, 'seat:offered', `request:${id}`);
    }
    for (const [index, { id, place, waitsUntilMs }] of waiting().entries())
      if (place !== index + 1 || waitsUntilMs === null) {
        const moved = this.of(id);
        moved.place = index + 1;
        moved.waitsUntilMs ??= this.atMs + requestServerLimits.waitMs;
        this.broadcastPlace(moved);
      }
  }

  notifyTeam(kind: string, key: string, exceptIds: readonly number[], by?: number): void {
    for (const user of this.model.team) if (!exceptIds.includes(user)) this.notify(user, kind, key, by);
  }

  takeSeat(id: number, act: 'accept' | 'take_offer' | 'accept_invitation'): void {
    if (act === 'accept' && this.freeSeats(this.of(id).role) < 1)
      throw new Error(`request ${id} was accepted without a free seat`);
    const { requester, role } = this.act(id, act);
    this.model.team.add(requester);
    if (role !== null) this.model.roleOf.set(requester, role);
    this.endInterestOf(requester);
    this.notifyTeam(
      'seat:joined',
      `seat:${this.project}:${requester}`,
      act === 'take_offer' ? [requester] : [requester, this.model.creator],
    );
  }

  /** Ends the pending interest of a member who joins the team. */
  endInterestOf(user: number): void {
    const pending = [...this.model.interests.values()].filter(
      (one) => one.requester === user && one.stage === 'pending',
    );
    for (const { id, answerByMs } of pending) {
      if (answerByMs !== null && answerByMs <= this.atMs) {
        this.actOnInterest(id, 'run_out', 'no_answer');
        continue;
      }
      this.actOnInterest(id, 'join', 'joined');
      for (const side of [this.model.creator, user]) this.dropped.push(`${side} interest:${id}`);
    }
  }

  freeSeat(id: number, act: 'leave' | 'remove'): void {
    const { model } = this;
    const { requester } = this.act(id, act);
    model.team.delete(requester);
    model.roleOf.delete(requester);
    if (model.transfers.has(requester)) this.giveUpTransfer(requester, 'ended');
    for (const [key, { kind }] of model.notifications)
      if (key.startsWith(`${requester} `) && forMembers.has(kind)) this.dropped.push(key);
    if (act === 'remove') this.notify(requester, 'seat:removed', `seat:${id}`);
    if (act === 'leave') this.dropped.push(`${model.creator} seat:${this.project}:${requester}`);
    this.notifyTeam('seat:left', `seat:${this.project}:${requester}`, act === 'remove' ? [model.creator] : []);
    if (act === 'leave') this.broadcast([model.creator], 'team:left', requester);
    else this.broadcast([model.creator, requester], 'team:removed', requester);
  }

  endTransfer(user: number, status: 'accepted' | 'declined' | 'taken_back' | 'ended' | 'given up'): void {
    const { transfers, creator } = this.model;
    if (!transfers.has(user)) throw new Error('there is no pending transfer to them');
    this.broadcast([creator, user], 'offer:changed', `${transfers.get(user)} ${status}`);
    this.dropped.push(`${user} transfer:${this.project}:${user}`);
    transfers.delete(user);
  }

  /** Ends the transfer to a recipient who declines or leaves. A project without a creator closes with the last transfer. */
  giveUpTransfer(user: number, status: 'declined' | 'ended'): void {
    const { model } = this;
    this.endTransfer(user, model.isSeekingCreator ? 'given up' : status);
    if (!model.isSeekingCreator || model.transfers.size > 0) return;
    this.reachedRows.push(`project: run_out, ${model.state}`);
    this.closeUnclaimed();
  }

  /** Closes a project that nobody accepts. */
  closeUnclaimed(): void {
    const { model } = this;
    Object.assign(model, { state: 'closed', isSeekingCreator: false });
    this.notifyTeam('project:left', `left:${this.project}`, [model.creator], model.creator);
  }

  /** Ends requests whose deadline has passed, though their timers have not run. `applicant`: only this member's, who is asking again. */
  endOverdue(name: 'request' | 'interest', applicant?: number): void {
    const { creator, requests, interests } = this.model;
    const isOverdue = ({ stage, answerByMs, requester }: RequestRow | InterestRow) =>
      stage === 'pending' && answerByMs !== null && answerByMs <= this.atMs && (applicant ?? requester) === requester;
    const rows = name === 'request' ? requests : interests;
    for (const { id, requester } of [...rows.values()].filter(isOverdue)) {
      if (name === 'request') this.act(id, 'run_out');
      else this.actOnInterest(id, 'run_out', 'no_answer', requester);
      if (name === 'request') this.notify(requester, 'request:unanswered', `request:${id}`);
      // The creator is notified of the new request instead.
      if (applicant === undefined) this.notify(creator, `${name}:lapsed`, `${name}:${id}`);
    }
  }

  endPending(endedBy: RequestRow['endedBy']): void {
    const { creator, requests, interests } = this.model;
    this.endLapsed();
    this.endOverdue('request');
    this.endOverdue('interest');
    for (const { id, requester } of [...requests.values()].filter(isWaiting)) {
      this.act(id, 'end').endedBy = endedBy;
      this.notify(requester, 'request:ended', `request:${id}`);
      this.dropped.push(`${creator} request:${id}`);
    }
    for (const { id } of [...interests.values()].filter(({ stage }) => stage === 'pending')) {
      this.actOnInterest(id, 'end', endedBy);
      this.dropped.push(`${creator} interest:${id}`);
    }
  }

  /** Gives a new request its deadline. */
  startDeadline(request: RequestRow | InterestRow): void {
    request.answerByMs = this.atMs + this.model.answerDays * dayMs;
    request.reminders = 0;
  }

  /** Passes a pending request on to another creator, who has at least a day the first time. */
  moveDeadline(name: 'request' | 'interest', request: RequestRow | InterestRow, formerCreator: number): void {
    const { model, atMs } = this;
    if ((request.answerByMs ?? 0) <= atMs) return;
    const key = `${name}:${request.id}`;
    const pastCreators = model.pastCreators.get(key) ?? new Set();
    if (!pastCreators.has(model.creator)) {
      request.answerByMs = Math.max(request.answerByMs ?? 0, atMs + dayMs);
      request.reminders = 0;
    }
    model.pastCreators.set(key, pastCreators.add(formerCreator));
    this.reachedRows.push(`${name}: move, ${request.stage}`);
    this.notify(model.creator, `${name}:received`, key);
    this.notify(request.requester, `${name}:moved`, key, model.creator);
  }

  /** Applies and returns the changes to notifications. A repeated one changes nothing, nor does dropping one that isn't there. */
  takeNotifications(): Pick<Step, 'notified' | 'dropped'> {
    const { notifications } = this.model;
    const dropped = this.dropped.filter((key) => notifications.delete(key));
    const notified = this.notified.filter((one) => {
      const [user, kind = '', key] = one.split(' ');
      const by = this.actors.get(one) ?? 0;
      const stored = notifications.get(`${user} ${key}`);
      const isNew = stored?.kind !== kind || stored.by !== by;
      if (isNew) notifications.set(`${user} ${key}`, { kind, by });
      return isNew;
    });
    return { notified, dropped };
  }
}

/** An action's row of the table, with the types of all rows. */
interface Row {
  from: readonly RequestStage[];
  to: RequestStage | null;
  ends: string | null;
  counts: 'answered' | 'unanswered' | null;
  notifies: { creator?: string; requester?: string; team?: string };
}
const rowOf = (act: RequestAct): Row => requestActs[act];

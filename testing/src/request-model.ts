import { dayMs } from '@sangam/shared/core/limits';
import { type InterestAct, type InterestStage, interestActs } from '@sangam/shared/requests/interest-states';
import { type RequestAct, type RequestStage, requestActs } from '@sangam/shared/requests/join-request-states';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import type { InterestRow, RequestRow } from './request-journal.js';

/**
 * What a project, its requests and the interest in it are to be after each act, worked out from the tables of `rules/` alone: who
 * waits, who is in line, who has a seat, and who is told. The server's own reckoning (`line-plan.ts`) is not used.
 */
export interface Model {
  creator: number;
  seats: number;
  state: string;
  answerDays: number;
  team: Set<number>;
  requests: Map<number, RequestRow>;
  interests: Map<number, InterestRow>;
  /** The offer to hand the project over that stands. */
  offer: { id: number; user: number } | null;
  /** What members are notified of, by `user key`. */
  inboxes: Map<string, { kind: string; isRead: boolean }>;
}

export const emptyModel = (): Model => ({
  ...{ creator: 0, seats: 0, state: 'none', answerDays: 0, team: new Set(), offer: null },
  ...{ requests: new Map(), interests: new Map(), inboxes: new Map() },
});

/** Waits for the creator, in line, or for the requester. */
export const isWaiting = ({ stage }: RequestRow) => stage === 'pending' || stage === 'in_line' || stage === 'offered';
const byPlace = (a: RequestRow, b: RequestRow) => a.place - b.place;

/** What one transaction is to do. */
export class Step {
  readonly told: string[] = [];
  readonly read: string[] = [];
  readonly dropped: string[] = [];
  readonly counted: string[] = [];
  /** What is pushed to whom, whatever they have on screen: `user event id`. */
  readonly pushed: string[] = [];
  /** The rows of the tables that it takes. */
  readonly met: string[] = [];
  readonly touched = new Map<number, RequestRow>();
  readonly interests = new Map<number, InterestRow>();
  constructor(
    readonly model: Model,
    readonly atMs: number,
  ) {}

  tell(user: number, kind: string, key: string): void {
    this.told.push(`${user} ${kind} ${key}`);
  }

  push(users: readonly number[], event: string, id: number | string): void {
    for (const user of new Set(users)) this.pushed.push(`${user} ${event} ${id}`);
  }

  /** The request as this step leaves it. */
  of(id: number): RequestRow {
    const request = this.model.requests.get(id);
    if (request === undefined) throw new Error(`request ${id} is not known`);
    const copy = this.touched.get(id) ?? { ...request };
    this.touched.set(id, copy);
    this.model.requests.set(id, copy);
    return copy;
  }

  /** Moves a request as the table says, and nowhere else. */
  act(id: number, act: RequestAct): RequestRow {
    const request = this.of(id);
    const {
      from,
      to,
      ends,
      counts,
    }: Readonly<{ from: readonly RequestStage[]; to: RequestStage }> & (typeof requestActs)[RequestAct] =
      requestActs[act];
    if (!from.includes(request.stage)) throw new Error(`${act} of request ${id} at the stage ${request.stage}`);
    this.met.push(`request: ${act}, ${request.stage}`);
    // Who stands in line was answered.
    const isOverdue = request.answerByMs !== null && request.answerByMs <= this.atMs;
    if (request.stage === 'pending' && (counts !== null || isOverdue))
      this.counted.push(`${id} ${counts ?? 'unanswered'}`);
    request.stage = to;
    request.place = 0;
    request.offeredUntilMs = null;
    if (ends !== 'as the project') request.endedBy = ends;
    if (act === 'accept' || act === 'reject' || act === 'take_offer')
      this.push([this.model.creator, request.requester], 'join-request:decided', id);
    else if (act === 'offer') this.tellPlace(request);
    else if (act !== 'put_in_line') this.push([this.model.creator, request.requester], 'join-request:withdrawn', id);
    return request;
  }

  /** The same of an interest. */
  actOnInterest(id: number, act: Exclude<InterestAct, 'show_interest'>, endedBy: InterestRow['endedBy'] = null): void {
    const interest = this.model.interests.get(id);
    const { from, to, kind }: Readonly<{ from: readonly InterestStage[] }> & (typeof interestActs)[typeof act] =
      interestActs[act];
    if (!interest || !from.includes(interest.stage)) throw new Error(`${act} of interest ${id}, ${interest?.stage}`);
    this.met.push(`interest: ${act}, ${interest.stage}`);
    const now = { ...interest, stage: to, endedBy };
    this.model.interests.set(id, now);
    this.interests.set(id, now);
    if (kind !== null) this.tell(interest.requester, kind, `interest:${id}`);
    this.push([this.model.creator, interest.requester], 'connection:decided', id);
  }

  private list(stage: RequestStage): RequestRow[] {
    return [...this.model.requests.values()].filter((request) => request.stage === stage);
  }

  freeSeats(): number {
    return this.model.seats - this.model.team.size - this.list('offered').length;
  }

  tellPlace({ id, requester }: RequestRow): void {
    this.push([this.model.creator, requester], 'join-request:line', id);
  }

  /** Offers that are over end, free seats go to the first in line, the others move up. */
  settle(): void {
    for (const { id, requester, offeredUntilMs } of this.list('offered'))
      if ((offeredUntilMs ?? 0) <= this.atMs) {
        this.act(id, 'lapse');
        this.tell(requester, 'seat:missed', `request:${id}`);
        this.tell(this.model.creator, 'seat:lapsed', `request:${id}`);
      }
    for (const { id, requester } of this.list('in_line').toSorted(byPlace).slice(0, Math.max(0, this.freeSeats()))) {
      this.act(id, 'offer').offeredUntilMs = this.atMs + requestServerLimits.seatOfferMs;
      this.tell(requester, 'seat:offered', `request:${id}`);
    }
    for (const [index, { id, place }] of this.list('in_line').toSorted(byPlace).entries())
      if (place !== index + 1) {
        const moved = this.of(id);
        moved.place = index + 1;
        this.tellPlace(moved);
      }
  }

  tellTeam(kind: string, key: string, but: readonly number[]): void {
    for (const user of this.model.team) if (!but.includes(user)) this.tell(user, kind, key);
  }

  takeSeat(id: number, act: 'accept' | 'take_offer'): void {
    if (act === 'accept' && this.freeSeats() < 1) throw new Error(`request ${id} was accepted without a free seat`);
    const { requester } = this.act(id, act);
    this.model.team.add(requester);
    this.tellTeam('seat:joined', `seat:${id}`, act === 'accept' ? [requester, this.model.creator] : [requester]);
  }

  freeSeat(id: number, act: 'leave' | 'remove'): void {
    const { model } = this;
    const { requester } = this.act(id, act);
    model.team.delete(requester);
    if (model.offer?.user === requester) this.endTransfer('ended');
    if (act === 'remove') this.tell(requester, 'seat:removed', `seat:${id}`);
    this.tellTeam('seat:left', `seat:${id}`, act === 'remove' ? [model.creator] : []);
    if (act === 'leave') this.push([model.creator], 'team:left', requester);
    else this.push([model.creator, requester], 'team:removed', requester);
  }

  endTransfer(status: 'accepted' | 'declined' | 'taken_back' | 'ended'): void {
    const { offer, creator } = this.model;
    if (offer === null) throw new Error('no offer stands');
    this.push([creator, offer.user], 'offer:changed', `${offer.id} ${status}`);
    if (status !== 'taken_back') this.dropped.push(`${offer.user} offer:${offer.id}`);
    this.model.offer = null;
  }

  endWaiting(endedBy: RequestRow['endedBy']): void {
    const { creator, requests, interests } = this.model;
    for (const { id, requester } of [...requests.values()].filter(isWaiting)) {
      this.act(id, 'end').endedBy = endedBy;
      this.tell(requester, 'request:ended', `request:${id}`);
      this.read.push(`${creator} request:${id}`);
    }
    for (const { id } of [...interests.values()].filter(({ stage }) => stage === 'pending')) {
      this.actOnInterest(id, 'end', endedBy);
      this.read.push(`${creator} interest:${id}`);
    }
  }

  /** A request waits for its creator from now on. */
  startClock(request: RequestRow): void {
    request.answerByMs = this.atMs + this.model.answerDays * dayMs;
    request.reminders = 0;
  }

  /** What changes in inboxes: what is told again is none, nor what is read or taken that is not there. */
  notify(): Pick<Step, 'told' | 'read' | 'dropped'> {
    const { inboxes } = this.model;
    const read = this.read.filter((key) => inboxes.get(key)?.isRead === false);
    for (const key of read) inboxes.set(key, { kind: inboxes.get(key)?.kind ?? '', isRead: true });
    const dropped = this.dropped.filter((key) => inboxes.delete(key));
    const told = this.told.filter((one) => {
      const [user, kind = '', key] = one.split(' ');
      const isNew = inboxes.get(`${user} ${key}`)?.kind !== kind;
      if (isNew) inboxes.set(`${user} ${key}`, { kind, isRead: false });
      return isNew;
    });
    return { told, read, dropped };
  }
}

import { serverLimits } from '@sangam/shared/rules/limits';
import type { ProjectAct } from '@sangam/shared/rules/project-life';
import { type RequestAct, type RequestStage, requestActs } from '@sangam/shared/rules/request-life';
import type { RequestRow, Transaction } from './request-journal.js';

/**
 * What a project and its requests are to be after each act, worked out from the tables of `rules/` alone: who waits, who is in
 * line, who has a seat, and who is told. The server's own reckoning (`line-plan.ts`) is not used.
 */
export interface Model {
  creator: number;
  seats: number;
  state: string;
  answerDays: number;
  team: Set<number>;
  requests: Map<number, RequestRow>;
  /** The offer to hand the project over that stands. */
  offer: { id: number; user: number } | null;
}

/** What happened, as its transaction shows it. */
export interface Happened {
  act: RequestAct | ProjectAct | 'create' | 'remind' | 'unlist' | 'tick';
  request: number | null;
  user: number | null;
}

export const emptyModel = (): Model => ({
  ...{ creator: 0, seats: 0, state: 'none', answerDays: 0, team: new Set(), requests: new Map(), offer: null },
});

/** Waits for the creator, in line, or for the requester. */
export const isWaiting = ({ stage }: RequestRow) => stage === 'pending' || stage === 'in_line' || stage === 'offered';
const byPlace = (a: RequestRow, b: RequestRow) => a.place - b.place;

export class Step {
  readonly told: string[] = [];
  readonly touched = new Map<number, RequestRow>();
  constructor(
    readonly model: Model,
    readonly atMs: number,
  ) {}

  tell(user: number, kind: string, key: string): void {
    this.told.push(`${user} ${kind} ${key}`);
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
    const { from, to, ends }: { from: readonly RequestStage[]; to: RequestStage; ends: string | null } =
      requestActs[act];
    if (!from.includes(request.stage)) throw new Error(`${act} of request ${id} at the stage ${request.stage}`);
    request.stage = to;
    request.place = 0;
    request.offeredUntilMs = null;
    if (ends !== 'as the project') request.endedBy = ends as RequestRow['endedBy'];
    return request;
  }

  private list(stage: RequestStage): RequestRow[] {
    return [...this.model.requests.values()].filter((request) => request.stage === stage);
  }

  freeSeats(): number {
    return this.model.seats - this.model.team.size - this.list('offered').length;
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
      this.act(id, 'offer').offeredUntilMs = this.atMs + serverLimits.seatOfferMs;
      this.tell(requester, 'seat:offered', `request:${id}`);
    }
    for (const [index, { id, place }] of this.list('in_line').toSorted(byPlace).entries())
      if (place !== index + 1) this.of(id).place = index + 1;
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
    const { requester } = this.act(id, act);
    this.model.team.delete(requester);
    if (this.model.offer?.user === requester) this.model.offer = null;
    if (act === 'remove') this.tell(requester, 'seat:removed', `seat:${id}`);
    this.tellTeam('seat:left', `seat:${id}`, act === 'remove' ? [this.model.creator] : []);
  }

  endWaiting(endedBy: RequestRow['endedBy']): void {
    for (const { id, requester } of [...this.model.requests.values()].filter(isWaiting)) {
      this.act(id, 'end').endedBy = endedBy;
      this.tell(requester, 'request:ended', `request:${id}`);
    }
  }
}

const REQUEST_ENDS: Partial<Record<string, RequestAct>> = {
  'pending accepted': 'accept',
  'offered accepted': 'take_offer',
  'accepted withdrawn': 'leave',
};

/** The act that a request's change shows; null for what follows from another one. */
function actOf({ was, is }: { was: RequestRow | null; is: RequestRow | null }): RequestAct | 'ask' | 'remind' | null {
  if (is === null) throw new Error('a request was deleted');
  if (was === null) return is.stage === 'pending' ? 'ask' : null;
  if (is.endedBy === 'offer_lapsed' || is.endedBy === 'took_over' || is.endedBy?.startsWith('project_')) return null;
  if (was.stage === is.stage) return was.reminders < is.reminders ? 'remind' : null;
  if (is.endedBy === 'no_answer') return 'run_out';
  if (is.endedBy === 'removed') return 'remove';
  if (is.stage === 'rejected') return 'reject';
  if (was.stage === 'pending' && (is.stage === 'in_line' || is.stage === 'offered')) return 'put_in_line';
  if (is.stage === 'withdrawn' && was.stage !== 'accepted')
    return was.stage === 'offered' ? 'decline_offer' : 'withdraw';
  return REQUEST_ENDS[`${was.stage} ${is.stage}`] ?? null;
}

const endOfOffer = (isOver: boolean, told: readonly string[]) => {
  if (!isOver) return 'hand_over';
  return told.some((one) => one.includes('offer:declined')) ? 'decline' : 'stop_hand_over';
};

/** Which act a transaction was. Throws where it was two. */
export function happenedIn({ row, requests, offers, told }: Transaction): Happened {
  const found: Happened[] = [];
  for (const [id, changed] of requests) {
    const act = actOf(changed);
    if (act !== null) found.push({ act, request: id, user: changed.is?.requester ?? null });
  }
  const ofProject = (act: Happened['act'], user: number | null = null) => found.push({ act, request: null, user });
  const [was, is] = [row?.was ?? null, row?.is ?? null];
  if (is !== null && was === null) ofProject('create', is.creator);
  else if (is !== null && was !== null) {
    if (is.creator !== was.creator) ofProject('take_over', is.creator);
    else if (is.state !== was.state)
      ofProject(
        is.state === 'deleted'
          ? 'delete'
          : ({ open: 'reopen', closed: 'close', finished: 'finish' } as const)[is.state],
      );
    else if (is.seats !== was.seats) ofProject('edit');
    else if (was.mayBeListed && !is.mayBeListed) ofProject('unlist');
    else if (is.confirmedAtMs !== was.confirmedAtMs && found.length === 0) ofProject('confirm');
  }
  if (found.length === 0)
    for (const [, offer] of offers)
      ofProject(endOfOffer(offer.was !== null, told), (offer.is ?? offer.was)?.user ?? null);
  if (found.length > 1) throw new Error(`one transaction did ${found.map(({ act }) => act).join(' and ')}`);
  return found[0] ?? { act: 'tick', request: null, user: null };
}

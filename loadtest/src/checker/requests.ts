import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import type { Judge } from './promises.js';

/** Follows every join request from its creation to its end. */
export interface RequestChecker {
  /** Created, as its requester was answered. */
  created(id: number, creatorId: number): void;
  /** A creator was pushed it, before or after the requester's answer. */
  heard(id: number, creatorId: number): void;
  /** Withdrawn or decided. */
  ended(id: number): void;
  /** The outcome of ending it is unknown. */
  uncertain(id: number): void;
  /** A creator was away: what they did not hear of until now they may miss. */
  away(creatorId: number): void;
  /** What REST lists for a creator at the end, of the projects of this run. */
  check(creatorId: number, listed: readonly Pick<JoinRequest, 'id'>[]): void;
  /** How many pushes are still awaited. */
  underWay(): number;
}

interface Request {
  creatorId: number;
  heard: number;
  mayMiss: boolean;
  state: 'unanswered' | 'pending' | 'ended' | 'uncertain';
}

/** `isListening`: whether a creator's connection hears all at this moment. */
export function createRequestChecker(isListening: (creatorId: number) => boolean, judge: Judge): RequestChecker {
  const requests = new Map<number, Request>();
  const known = (id: number, creatorId: number): Request => {
    const request = requests.get(id) ?? {
      creatorId,
      heard: 0,
      mayMiss: !isListening(creatorId),
      state: 'unanswered' as const,
    };
    requests.set(id, request);
    return request;
  };
  const isAwaited = (request: Request) => request.state !== 'unanswered' && request.heard === 0 && !request.mayMiss;

  return {
    created(id, creatorId) {
      known(id, creatorId).state = 'pending';
    },
    heard(id, creatorId) {
      const request = known(id, creatorId);
      request.heard += 1;
      if (request.creatorId !== creatorId) judge.broken('requests', `request ${id} was pushed to ${creatorId}`);
      if (request.heard > 1) judge.broken('requests', `request ${id} was pushed ${request.heard} times`);
    },
    ended(id) {
      const request = requests.get(id);
      if (request) request.state = 'ended';
    },
    uncertain(id) {
      const request = requests.get(id);
      if (request) request.state = 'uncertain';
    },
    away(creatorId) {
      for (const request of requests.values()) if (request.creatorId === creatorId) request.mayMiss = true;
    },
    check(creatorId, listed) {
      const counts = new Map<number, number>();
      for (const { id } of listed) counts.set(id, (counts.get(id) ?? 0) + 1);
      for (const [id, request] of requests) {
        if (request.creatorId !== creatorId) continue;
        judge.checked('requests');
        if (isAwaited(request)) judge.broken('requests', `request ${id} was never pushed to its creator ${creatorId}`);
        const times = counts.get(id) ?? 0;
        const right = request.state === 'pending' ? 1 : 0;
        if ((request.state === 'pending' || request.state === 'ended') && times !== right)
          judge.broken('requests', `request ${id} is listed ${times} times; it is ${request.state}`);
      }
    },
    underWay: () => [...requests.values()].filter(isAwaited).length,
  };
}

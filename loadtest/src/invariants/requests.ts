import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { InvariantLog } from './invariants.js';

/** Follows every join request from its creation to its end. */
export interface RequestChecker {
  /** The requester received the answer that the request exists. */
  created(id: number, creatorId: number): void;
  /** A creator received the request live, before or after the requester's answer. */
  delivered(id: number, creatorId: number): void;
  /** Withdrawn or decided. */
  ended(id: number): void;
  /** May be withdrawn or decided; the outcome is unknown. */
  uncertain(id: number): void;
  /** A creator was disconnected and may miss live updates in flight. */
  disconnected(creatorId: number): void;
  /** Compares with the creator's list by REST at the end. */
  check(creatorId: number, listed: readonly Pick<JoinRequest, 'id'>[]): void;
  /** How many requests connected creators have yet to receive. */
  awaitedUpdates(): number;
}

interface Request {
  creatorId: number;
  deliveries: number;
  mayMiss: boolean;
  state: 'unanswered' | 'pending' | 'ended' | 'uncertain';
}

/** `isListening`: whether a creator's socket receives every live update at this moment. */
export function createRequestChecker(
  isListening: (creatorId: number) => boolean,
  invariants: InvariantLog,
): RequestChecker {
  const requests = new Map<number, Request>();
  const findOrCreate = (id: number, creatorId: number): Request => {
    const request = requests.get(id) ?? {
      creatorId,
      deliveries: 0,
      mayMiss: !isListening(creatorId),
      state: 'unanswered' as const,
    };
    requests.set(id, request);
    return request;
  };
  const isAwaited = (request: Request) =>
    request.state !== 'unanswered' && request.deliveries === 0 && !request.mayMiss;

  return {
    created(id, creatorId) {
      findOrCreate(id, creatorId).state = 'pending';
    },
    delivered(id, creatorId) {
      const request = findOrCreate(id, creatorId);
      request.deliveries += 1;
      if (request.creatorId !== creatorId)
        invariants.violated('requests', `request ${id} was delivered to ${creatorId}`);
      if (request.deliveries > 1)
        invariants.violated('requests', `request ${id} was delivered ${request.deliveries} times`);
    },
    ended(id) {
      const request = requests.get(id);
      if (request) request.state = 'ended';
    },
    uncertain(id) {
      const request = requests.get(id);
      if (request) request.state = 'uncertain';
    },
    disconnected(creatorId) {
      for (const request of requests.values()) if (request.creatorId === creatorId) request.mayMiss = true;
    },
    check(creatorId, listed) {
      const counts = new Map<number, number>();
      for (const { id } of listed) counts.set(id, (counts.get(id) ?? 0) + 1);
      for (const [id, request] of requests) {
        if (request.creatorId !== creatorId) continue;
        invariants.checked('requests');
        if (isAwaited(request))
          invariants.violated('requests', `request ${id} was never delivered to its creator ${creatorId}`);
        const times = counts.get(id) ?? 0;
        const expectedCount = request.state === 'pending' ? 1 : 0;
        if ((request.state === 'pending' || request.state === 'ended') && times !== expectedCount)
          invariants.violated('requests', `request ${id} is listed ${times} times; it is ${request.state}`);
      }
    },
    awaitedUpdates: () => [...requests.values()].filter(isAwaited).length,
  };
}

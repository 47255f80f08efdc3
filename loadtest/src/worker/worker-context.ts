import type { Telemetry } from '../figures/telemetry.js';
import type { InvariantLog } from '../invariants/invariants.js';
import type { MessageChecker } from '../invariants/messages.js';
import type { RequestChecker } from '../invariants/requests.js';
import type { ClientIds, Stream } from '../invariants/stream.js';
import type { Plan } from '../plan.js';
import type { Random } from '../random.js';
import type { Rest } from '../rest.js';
import type { LoadUser } from '../users.js';
import type { Member } from './member.js';

/** The share of one worker process. */
export interface Share {
  plan: Plan;
  users: LoadUser[];
  /** A random number, the same in every worker of a run. */
  run: number;
  /** The worker's number, from 0. */
  worker: number;
}

/**
 * The state of a worker process. Its members write only to each other, so one clock times a message from end to end, and one checker
 * sees both ends.
 */
export interface WorkerContext {
  plan: Plan;
  members: readonly Member[];
  streams: readonly Stream[];
  clientIds: ClientIds;
  messages: MessageChecker;
  requests: RequestChecker;
  invariants: InvariantLog;
  telemetry: Telemetry;
  random: Random;
  rest: Rest;
}

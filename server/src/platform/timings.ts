import { coreServerLimits, hourMs } from '@sangam/shared/core/limits';
import { peopleServerLimits } from '@sangam/shared/people/limits';

/**
 * Real durations in the server's own work, in milliseconds: intervals, timeouts, pauses. A dependency like the clock, so that
 * tests inject short ones. Durations that belong to the product are in `limits.ts` of the subjects in `shared`.
 */
export const defaultTimings = {
  http: {
    requestTimeoutMs: 30_000,
    headersTimeoutMs: 10_000,
    /** How often Node checks for requests that have timed out. */
    timeoutCheckMs: 2_000,
    /** A client that reads nothing from an answer for this long is cut. */
    drainedWithinMs: 30_000,
    /** Less than a balancer waits for `/readyz`. */
    databaseAnswersWithinMs: 2_000,
  },
  sockets: {
    pingIntervalMs: 10_000,
    pingTimeoutMs: 5_000,
    authenticatedWithinMs: 5_000,
    /** Without it, a client that does not answer the close frame would delay a stop by half a minute. */
    closeFrameWithinMs: 2_000,
    sessionRecheckMs: 15_000,
    drainStepMs: 100,
    /** Between the last read and the close of a draining socket: time to commit and acknowledge events that have arrived. */
    drainAnsweredWithinMs: 250,
  },
  sessionUse: { everyMs: 60_000 },
  messages: {
    /**
     * The longest that a message waits to be written. Even if its statement then times out, the answer arrives before a client gives up (8
     * s).
     */
    waitMaxMs: 3_000,
  },
  /** Counts for all members run together once per window, each member at most once in `memberWindowMs`. */
  unread: { windowMs: 100, memberWindowMs: 200, retryMs: 1_000 },
  /** Typing in a team's conversation is gathered for this long, so that one event covers everybody who types. */
  typing: { windowMs: 1_000 },
  cluster: {
    selfTestWithinMs: 3_000,
    retryMs: 500,
    /** How long a starting server waits for all others to answer. */
    joinedWithinMs: 3_000,
    /** How often the list of live servers is checked, so that a dead server stops delaying new sockets. */
    lookEveryMs: 500,
    /** How long a new socket waits for every server to confirm that its member is here. */
    confirmedWithinMs: 1_000,
    /** Clients refresh at a random moment within this time, so that they do not all refresh at once. */
    refreshSpreadMs: 2_500,
    /** Collects several servers' reports about one outage. */
    missedTogetherMs: 250,
    /**
     * After a server's death, or a commit without an answer, all members refresh, for a few messages: no faster than they would
     * poll.
     */
    deathSpreadMs: 30_000,
    /** A slower publication is late: it may arrive after a newer one from another server. */
    lateAfterMs: 500,
    /** Collects more late publications into one report … */
    reportLateAfterMs: 1_000,
    /** … and limits how often a slow Redis makes members refresh. */
    reportLateEveryMs: 30_000,
  },
  redis: {
    connectedWithinMs: 10_000,
    closedWithinMs: 500,
    /** Redis's return is noticed within this time: including the spread, everything is fresh after 5 s. */
    reconnectMaxMs: 1_000,
    /** While a client connects: no heartbeat runs yet. */
    silentMaxMs: 5_000,
    /** A dead connection is noticed within 10 s … */
    heartbeat: { everyMs: 3_000, withinMs: 7_000 },
    /** … and within 3 s by the client that counts for rate limits. */
    limitsHeartbeat: { everyMs: 1_000, withinMs: 2_000 },
    /** Without an answer in this time, the server counts by itself. */
    limitsAnsweredWithinMs: 250,
  },
  presence: {
    closeGraceMs: peopleServerLimits.presenceCloseGraceMs,
    flushMs: 200,
    saveLastActiveMs: 10_000,
    retryMs: 1_000,
    /** Longer than it takes messages between two servers to cross. */
    repeatAfterMs: 1_000,
    /** Within this time a member's changes are broadcast together: a client could report several each second. */
    apartMs: 1_000,
    /** Watchers receive within this time what a lost broadcast would have shown. */
    checkMs: 10_000,
    /** How often watched strangers count again: a little more than their limit's window, in which each counts only once. */
    recountMs: 10 * 60_000 + 10_000,
    leaseMs: coreServerLimits.serverLeaseMs,
    leaseRenewMs: coreServerLimits.serverLeaseRenewMs,
    restLeaseMs: peopleServerLimits.restLeaseMs,
  },
  oauth: { providerAnswersWithinMs: 8_000 },
  email: { smtpTimeoutMs: 10_000 },
  clock: {
    /** How often a server compares its clock with the database's. */
    comparedEveryMs: 30_000,
    /** How often it checks whether the machine slept or its clock was set, to compare at once. */
    lookedAtEveryMs: 1_000,
    /** Differences of up to half of this are tolerated. Slower answers say less about the time: all that they took is tolerated. */
    answeredWithinMs: 500,
  },
  jobs: {
    /** How often each server checks for due jobs that another one wrote, or left. */
    pollMs: 2_000,
    /** A dead server's jobs are taken again after this. */
    leaseMs: 60_000,
    leaseRenewMs: 20_000,
    /** A longer attempt hangs, and has failed. */
    doneWithinMs: 10 * 60_000,
    /** The pause after a first failure, and the longest one. */
    retryFirstMs: 2_000,
    retryMaxMs: 30 * 60_000,
  },
  push: {
    /** How long sent messages and read marks are gathered before their jobs are written. */
    gatherMs: 1_000,
    /** How often to check for a dead server's gathered changes. */
    catchUpMs: hourMs,
    answeredWithinMs: 5_000,
    /** How long a host that gives no answer is left alone at first, and at most. */
    circuitFirstMs: 15_000,
    circuitMaxMs: 600_000,
  },
  unreadEmail: {
    /** How long members with something new are gathered before their jobs are written. */
    gatherMs: 1_000,
    /** How often to check for a dead server's gathered changes. */
    catchUpMs: hourMs,
  },
  uptime: { checkMs: 15_000 },
  /** The steps of a stop. Together they stay under the 10 s after which a supervisor kills. */
  stop: {
    /**
     * With other servers, a stopping one keeps serving until its balancer has noticed: twice the time haproxy.cfg takes for two
     * failed checks (1 s and half a second) …
     */
    noticedAfterMs: 3_000,
    /** … and then closes its sockets over this time. */
    socketsCloseOverMs: 3_000,
    /**
     * For storing messages that have arrived: once before their sockets close, and again before everything else does. Clients resend the
     * others, with the same key.
     */
    messagesWithinMs: { alone: 1_000, drained: 150 },
    /** For running requests; less once the steps above have taken their time. */
    requestsEndWithinMs: { alone: 4_500, drained: 1_000 },
    /** For running jobs, such as emails, meanwhile: unfinished ones are run again later. */
    jobsWithinMs: { alone: 3_000, drained: 1_000 },
    /** For the last writes of the subjects. Other servers finish the rest later, as after a kill. */
    partsWithinMs: { alone: 1_500, drained: 750 },
    /** For the last unread counts and read marks. */
    broadcastWithinMs: 400,
    /** For statements of requests that were cut. PostgreSQL ends them with their connections. */
    statementsEndWithinMs: 500,
    /** After this the process exits, whatever is left. */
    stoppedWithinMs: 9_700,
  },
};

export type Timings = typeof defaultTimings;

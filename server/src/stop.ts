/**
 * How long the steps of a stop may take. All of them together stay under the 10 s after which a supervisor kills.
 */

/** Of several servers, one that stops goes on working until its balancer has noticed … */
export const NOTICED_AFTER_MS = 2_000;
/** … and then closes its sockets over this time. */
export const SOCKETS_CLOSE_OVER_MS = 3_000;
/** A request that is under way gets so long to finish; less after the steps above, which have been time, too. */
export const REQUESTS_END_WITHIN_MS = { alone: 5_000, drained: 2_000 };
/** The mails that are still to be sent. */
export const BACKGROUND_WITHIN_MS = { alone: 3_000, drained: 1_500 };
/** Whatever is left then is cut off. */
export const STOPPED_WITHIN_MS = 9_700;

import type { IncomingMessage } from 'node:http';

/** Whether the client went away in the middle of its request. That is no fault of ours, and nobody reads the answer. */
export const hasHungUp = (request: IncomingMessage): boolean => request.readableAborted;

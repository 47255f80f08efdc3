/** What stands in the place of a deleted message's words, also for clients that do not know of deletion. */
export const DELETED_MESSAGE = 'Message deleted';

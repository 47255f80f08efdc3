export type { MessageActs } from './acts.js';
export { recordChange } from './changes.queries.js';
export { isBegun, pageOfConversations, unreadConversations } from './conversation-page.queries.js';
export { checkMessagesBetween } from './conversations.js';
export { otherSent } from './counts.queries.js';
export type { SenderPresence } from './pending-message.js';
export {
  holdReadMarks,
  holdReadMarksAround,
  lockForReadMarks,
  tellReadMarks,
  tellReadMarksAround,
} from './read-marks.queries.js';
export type { SavedMessages } from './saved.js';
export type { MessagesService } from './service.js';
export type { UnreadMarks } from './unread-marks.js';

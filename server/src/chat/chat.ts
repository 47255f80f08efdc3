/** The parts of chat that other subjects build on. */
export { keepForReport } from './attachments/naming.queries.js';
export { unreadConversations } from './conversations/conversation-page.queries.js';

export { otherSent } from './messages/counts.queries.js';
export { holdReadMarksAround, lockForReadMarks, tellReadMarksAround } from './messages/read-marks.queries.js';

/** The parts of chat that other subjects build on. */

export { recordMuted } from './archived/archived.queries.js';
export { keepForReport } from './attachments/queries.js';
export { unreadConversations } from './conversations/conversation-page.queries.js';
export {
  joinProject,
  otherSent,
  teamNotifies,
  teamNotify,
  unreadNotifies,
} from './conversations/membership.queries.js';
export { hideReadMarksAround, lockForReadMarks, showReadMarksAround } from './conversations/read-receipts.queries.js';
export { findTeamsOf } from './conversations/teams.queries.js';
export { ownUpTo } from './unread/read-marks.queries.js';

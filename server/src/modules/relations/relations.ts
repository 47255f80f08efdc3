/**
 * The one place that decides what a member may see of another one, and do to them. Every call, push, mail and search asks here:
 * for one pair by the functions, for many in one statement by the conditions.
 */
export {
  hidesPresence,
  hidesReadMarks,
  isOutOfSight,
  isReadingReserved,
  mayBeFound,
  mayTellTyping,
  shownEmail,
} from './disclosure.queries.js';
export {
  areBlocked,
  areTeamMates,
  askersOf,
  findStanding,
  haveRequest,
  isOpenProjectOf,
  lockAskersAgainstBlocks,
  lockForBlock,
  lockTeamAgainstBlocks,
} from './queries.js';
export { isStranger, refusalToWrite, refuseToAsk } from './standing.js';

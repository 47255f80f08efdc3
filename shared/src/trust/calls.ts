import type { HttpCall } from '../core/contract.js';
import { Done, IdParams, UserIdParams } from '../core/schemas.js';
import * as moderation from './moderation.js';

/** Reports and moderation. */
export const trustCalls = {
  'POST /api/reports': {
    tag: 'reports',
    summary: 'Report messages, a member or a project to the moderators; a repetition returns the first report',
    access: 'member',
    body: moderation.ReportBody,
    answer: moderation.ReportAnswer,
  },
  'GET /api/reports/members': {
    tag: 'reports',
    summary: 'For 30 days after leaving a team: list the members who may be reported for messages of its conversation',
    access: 'member',
    query: moderation.ReportableQuery,
    answer: moderation.ReportableAnswer,
  },
  'GET /api/account/suspension': {
    tag: 'account',
    summary: "Get the member's suspension; NOT_FOUND if there is none",
    access: 'own-data',
    answer: moderation.OwnSuspensionAnswer,
  },
  'GET /api/moderation/reports': {
    tag: 'reports',
    summary: 'For moderators: list open reports, oldest first, or decided ones, newest first',
    access: 'member',
    query: moderation.ReportsQuery,
    answer: moderation.ReportsAnswer,
  },
  'GET /api/moderation/reports/:id': {
    tag: 'reports',
    summary: "For moderators: get a report with its evidence and both sides' history",
    access: 'member',
    params: IdParams,
    holdsSecret: true,
    answer: moderation.ReportCaseAnswer,
  },
  'GET /api/moderation/reports/:id/context': {
    tag: 'reports',
    summary: 'For moderators: list further messages around reported ones; each call is recorded',
    access: 'member',
    params: IdParams,
    query: moderation.ContextQuery,
    answer: moderation.ContextAnswer,
  },
  'PUT /api/moderation/reports/:id/decision': {
    tag: 'reports',
    summary: 'For moderators: decide on all open reports on a subject',
    access: 'member',
    params: IdParams,
    body: moderation.DecisionBody,
    answer: moderation.ReportCaseAnswer,
  },
  'DELETE /api/moderation/members/:userId/suspension': {
    tag: 'reports',
    summary: 'For moderators: lift a suspension',
    access: 'member',
    params: UserIdParams,
    body: moderation.NoteBody,
    answer: Done,
  },
  'DELETE /api/moderation/projects/:id/hiding': {
    tag: 'reports',
    summary: 'For moderators: show a hidden project again',
    access: 'member',
    params: IdParams,
    body: moderation.NoteBody,
    answer: Done,
  },
} as const satisfies Record<string, HttpCall>;

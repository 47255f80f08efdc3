import type { HttpCall } from '../core/contract.js';
import { Done, IdParams, UserIdParams } from '../core/schemas.js';
import * as moderation from './moderation.js';

/** Reports and moderation. */
export const trustCalls = {
  'POST /api/reports': {
    tag: 'reports',
    summary: 'Report a message, a member or a project to the moderators; again, it answers the first report',
    access: 'member',
    body: moderation.ReportBody,
    answer: moderation.ReportAnswer,
  },
  'GET /api/account/suspension': {
    tag: 'account',
    summary: "The member's own suspension; not found for everybody else",
    access: 'own-data',
    answer: moderation.OwnSuspensionAnswer,
  },
  'GET /api/moderation/reports': {
    tag: 'reports',
    summary: 'For moderators: what was reported, the oldest that waits first; or what is decided, newest first',
    access: 'member',
    query: moderation.ReportsQuery,
    answer: moderation.ReportsAnswer,
  },
  'GET /api/moderation/reports/:id': {
    tag: 'reports',
    summary: 'For moderators: a report, what was said, and the history of both sides',
    access: 'member',
    params: IdParams,
    answer: moderation.ReportCaseAnswer,
  },
  'GET /api/moderation/reports/:id/context': {
    tag: 'reports',
    summary: 'For moderators: the next messages around reported ones, some at a time; each look is recorded',
    access: 'member',
    params: IdParams,
    query: moderation.ContextQuery,
    answer: moderation.ContextAnswer,
  },
  'PUT /api/moderation/reports/:id/decision': {
    tag: 'reports',
    summary: 'For moderators: decide on all that waits about the same',
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
    summary: 'For moderators: show a hidden project to everybody again',
    access: 'member',
    params: IdParams,
    body: moderation.NoteBody,
    answer: Done,
  },
} as const satisfies Record<string, HttpCall>;

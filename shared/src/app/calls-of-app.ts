import type { HttpCall } from '../core/contract.js';
import { Done, IdParams } from '../core/schemas.js';
import { SuggestionsAnswer } from '../people/users.js';
import { ProjectsQuery } from '../projects/projects.js';
import { AnalyticsAnswer, AnalyticsQuery } from './analytics.js';
import * as dashboard from './dashboard.js';
import {
  DismissalBody,
  FindPeopleAnswer,
  FindPeopleQuery,
  SuggestedPeopleAnswer,
  SuggestedPeopleQuery,
} from './find-people.js';
import * as memberPages from './member-pages.js';
import * as projectPages from './project-pages.js';
import * as refresh from './refresh.js';
import * as site from './site.js';
import { TeamHoursAnswer } from './team-hours.js';

/** Calls that read across subjects: dashboard, project lists and pages, and the refresh. */
export const appCalls = {
  'GET /api/dashboard/public-stats': {
    tag: 'dashboard',
    summary: 'Get the public counts',
    access: 'public',
    answer: dashboard.PublicStatsAnswer,
  },
  'GET /api/dashboard/stats': {
    tag: 'dashboard',
    summary: "Get the member's counts",
    access: 'member',
    answer: dashboard.StatsAnswer,
  },
  'GET /api/dashboard/recent-activity': {
    tag: 'dashboard',
    summary: 'List recent activity, newest first',
    access: 'member',
    query: dashboard.ActivityQuery,
    answer: dashboard.ActivityAnswer,
  },

  'GET /api/dashboard/analytics': {
    tag: 'dashboard',
    summary: "Get the member's analytics by week",
    access: 'member',
    query: AnalyticsQuery,
    answer: AnalyticsAnswer,
  },

  'GET /api/site': {
    tag: 'site',
    summary: 'Get facts about this installation that pages need before sign-in',
    access: 'public',
    answer: site.SiteAnswer,
  },
  'GET /api/site/pages/:page': {
    tag: 'site',
    summary: 'Get the text of a page about this installation',
    access: 'public',
    params: site.SitePageParams,
    answer: site.SitePageAnswer,
  },

  'GET /api/projects': {
    tag: 'projects',
    summary: 'List projects, newest first',
    access: 'optional',
    query: ProjectsQuery,
    answer: projectPages.ProjectsAnswer,
  },
  'GET /api/users/suggestions': {
    tag: 'users',
    summary: 'List colleges and skills in use',
    access: 'optional',
    answer: SuggestionsAnswer,
  },
  'GET /api/people': {
    tag: 'users',
    summary: 'List members in Find people',
    access: 'member',
    query: FindPeopleQuery,
    answer: FindPeopleAnswer,
  },
  'GET /api/people/suggested': {
    tag: 'users',
    summary: "Suggest members who fit one of the caller's projects",
    access: 'member',
    query: SuggestedPeopleQuery,
    answer: SuggestedPeopleAnswer,
  },
  'POST /api/suggestions/dismissals': {
    tag: 'users',
    summary: 'Never suggest a member or a project again',
    access: 'member',
    body: DismissalBody,
    answer: Done,
  },
  'GET /api/people/:id': {
    tag: 'users',
    summary: "Get a member's page, as the caller may see it",
    access: 'optional',
    params: IdParams,
    query: memberPages.MemberPageQuery,
    answer: memberPages.MemberPageAnswer,
  },
  'GET /api/projects/:id': {
    tag: 'projects',
    summary: "Get a project's page",
    access: 'optional',
    params: IdParams,
    answer: projectPages.ProjectPageAnswer,
  },
  'GET /api/projects/:id/hours': {
    tag: 'projects',
    summary: "Get the shared free hours of a project's team, for its members",
    access: 'member',
    params: IdParams,
    answer: TeamHoursAnswer,
  },

  'GET /api/refresh': {
    tag: 'refresh',
    summary: 'Get the changed parts of the lists that every screen shows',
    access: 'member',
    query: refresh.RefreshQuery,
    answer: refresh.RefreshAnswer,
  },
} as const satisfies Record<string, HttpCall>;

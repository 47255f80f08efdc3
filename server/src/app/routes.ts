import type { SignInProvider } from '@sangam/shared/people/account';
import type { Suggestions } from '@sangam/shared/people/users';
import type { Config } from '../config.js';
import { clientGone } from '../platform/http/client-gone.js';
import { answer, defineAliasedCall, defineAuthenticatingCall, defineCalls } from '../platform/http/contract-route.js';
import { mapResult, ok } from '../platform/lib/result.js';
import type { RateLimits } from '../platform/limits/rate-limits.js';
import type { SitePages } from '../platform/site/site-pages.js';
import type { ReadAnalytics } from './analytics/service.js';
import type { DashboardService } from './dashboard/service.js';
import type { FindPeople } from './find-people/service.js';
import type { SuggestedPeopleService } from './find-people/suggested-people.js';
import type { ReadMemberPage } from './member-page/service.js';
import type { ProjectPagesService } from './project-page/service.js';
import type { RefreshService } from './refresh/service.js';
import type { ReadTeamHours } from './team-hours/service.js';

export function dashboardCalls(dashboard: DashboardService, readAnalytics: ReadAnalytics) {
  return defineCalls({
    'GET /api/dashboard/public-stats': async () => ok({ data: await dashboard.publicStats() }),
    'GET /api/dashboard/stats': async ({ member }) => ok({ data: await dashboard.stats(member.id) }),
    'GET /api/dashboard/analytics': async ({ member, query }) =>
      ok({ data: await readAnalytics(member.id, query.weeks) }),
    'GET /api/dashboard/recent-activity': async ({ member, query }) =>
      ok(await dashboard.recentActivity(member.id, query)),
  });
}

/** Public facts about the installation. */
export const siteCalls = (deps: {
  config: Pick<Config, 'operator' | 'smtpUrl'>;
  sitePages: SitePages;
  offered: readonly SignInProvider[];
}) =>
  defineCalls({
    'GET /api/site': async () =>
      ok({
        data: {
          sign_in: [...deps.offered],
          terms_version: (await deps.sitePages.read('terms')).version,
          mails: deps.config.smtpUrl !== null,
        },
      }),
    'GET /api/site/pages/:page': async ({ params: { page } }) =>
      ok({ data: { page, ...(await deps.sitePages.read(page)), operator: deps.config.operator } }),
  });

export const projectPageCalls = (projectPages: ProjectPagesService) =>
  defineAliasedCall('GET /api/projects/:id', '/projects/:id', ({ member, params }) =>
    projectPages.page(member, params.id),
  );

export const memberPageCalls = (readMemberPage: ReadMemberPage, findPeople: FindPeople, limits: RateLimits) =>
  defineCalls({
    'GET /api/people': async ({ member, query }) => answer(await findPeople(member.id, query)),
    'GET /api/people/:id': async ({ member, params, query }) => {
      // Keeps a member from reading all pages by guessing ids.
      const refused = member === null ? null : await limits.take('memberPageByMember', member.id);
      return refused ?? mapResult(await readMemberPage(member, params.id, query), (person) => ({ data: { person } }));
    },
  });

export const suggestedPeopleCalls = (suggested: SuggestedPeopleService) =>
  defineCalls({
    'GET /api/people/suggested': async ({ member, query }) => answer(await suggested.people(member.id, query)),
    'POST /api/suggestions/dismissals': async ({ member, body }) => {
      await suggested.dismiss(member.id, body);
      return ok({});
    },
  });

export const teamHoursCalls = (readTeamHours: ReadTeamHours) =>
  defineCalls({
    'GET /api/projects/:id/hours': async ({ member, params }) => answer(await readTeamHours(member.id, params.id)),
  });

export const refreshCalls = (refresh: RefreshService) =>
  defineAuthenticatingCall('GET /api/refresh', refresh.authenticate, async ({ member, query, reply }) =>
    answer(await refresh.refresh(member, query, clientGone(reply))),
  );

export const formSuggestionCalls = (suggestions: () => Promise<Suggestions>) =>
  defineCalls({
    'GET /api/users/suggestions': async () => ok({ data: await suggestions() }),
  });

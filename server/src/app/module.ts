import type { FastifyInstance } from 'fastify';
import type { createPeople } from '../people/module.js';
import type { ExportPart, OwnTables } from '../platform/member-data/parts.js';
import type { Module, Platform, RefreshParts } from '../platform/module.js';
import type { createProjects } from '../projects/module.js';
import type { createRequests } from '../requests/module.js';
import { createAnalytics } from './analytics/service.js';
import { createDashboardService } from './dashboard/service.js';
import { createFindPeople } from './find-people/service.js';
import { createSuggestedPeople } from './find-people/suggested-people.js';
import { createFormSuggestions } from './form-suggestions/service.js';
import { eraseHandler, type LeaveAll, leaveAllHandler, restoredAccountHandler } from './member-data/delete-account.js';
import { registerExportRoute } from './member-data/export.routes.js';
import { createReadMemberPage } from './member-page/service.js';
import { registerProjectPreviews } from './project-page/preview.js';
import { createProjectPagesService } from './project-page/service.js';
import { createRefreshService } from './refresh/service.js';
import {
  dashboardCalls,
  formSuggestionCalls,
  memberPageCalls,
  projectPageCalls,
  refreshCalls,
  siteCalls,
  suggestedPeopleCalls,
  teamHoursCalls,
} from './routes.js';
import { createReadTeamHours } from './team-hours/service.js';

/** The parts that read across subjects: dashboard, project page, refresh, suggestions, and export and deletion of an account. */
export function createAppModule(
  platform: Platform,
  {
    people,
    projects,
    requests,
    leaveAll,
  }: {
    people: ReturnType<typeof createPeople>;
    projects: ReturnType<typeof createProjects>;
    requests: ReturnType<typeof createRequests>;
    leaveAll: LeaveAll;
  },
  joined: { refresh: RefreshParts; exportParts: readonly ExportPart[]; ownTables: OwnTables },
) {
  const { config, db, clock, log, limits, sitePages, timings } = platform;
  const { sessions, prove } = people;
  const { interests, invitations, joinRequests } = requests;
  const { succession } = projects;
  const dashboard = createDashboardService({ ...platform, timings: timings.uptime });
  const refresh = createRefreshService({ sessions, parts: joined.refresh });
  const projectPages = createProjectPagesService({
    db,
    projects: projects.projects,
    interests,
    invitations,
    joinRequests,
    transfers: projects.transfers,
  });
  return {
    calls: {
      ...dashboardCalls(dashboard, createAnalytics({ db, clock })),
      ...refreshCalls(refresh),
      ...projectPageCalls(projectPages),
      ...memberPageCalls(
        createReadMemberPage({ db, clock, presence: people.presence, colleges: config.collegeDomains }),
        createFindPeople({ db, clock, colleges: config.collegeDomains }),
        limits,
      ),
      ...suggestedPeopleCalls(createSuggestedPeople({ db, clock, colleges: config.collegeDomains })),
      ...teamHoursCalls(createReadTeamHours({ db, clock })),
      ...siteCalls({ config, sitePages, offered: people.offered }),
      ...formSuggestionCalls(createFormSuggestions({ db, clock, log })),
    },
    routes(app: FastifyInstance) {
      registerProjectPreviews(app, { projectPages, limits, publicUrl: config.publicUrl });
      const recheckMs = timings.sockets.sessionRecheckMs;
      registerExportRoute(app, { ...platform, sessions, prove, recheckMs, parts: joined.exportParts });
    },
    jobs: [
      leaveAllHandler(leaveAll),
      restoredAccountHandler(succession),
      eraseHandler({ ...platform, ownTables: joined.ownTables }),
    ],
    start: dashboard.start,
    refuseWaiting: refresh.refuseWaiting,
    stop: dashboard.stop,
  } satisfies Module;
}

import type { Module, Platform } from '../platform/module.js';
import { projectsAlready } from './already.js';
import type { ProjectHooks } from './hooks.js';
import { createProjectLifeService } from './lifecycle/service.js';
import { projectsLive } from './live.js';
import { projectsExport, projectsOwnTables } from './member-data.queries.js';
import { listingEndHandler } from './projects/listing.js';
import { createProjectsService } from './projects/service.js';
import { createSuited } from './projects/suited.js';
import { projectsCalls } from './routes.js';
import { notifyFollowersHandler } from './skills/notify-followers.js';
import { transfersCalls } from './transfers/routes.js';
import { createTransfersService } from './transfers/service.js';
import { createSuccession, successionEndHandler } from './transfers/succession.js';

/** Projects, their teams, lifecycle and transfers. `hooks` change requests when a project changes. */
export function createProjects(platform: Platform, { hooks }: { hooks: ProjectHooks }) {
  const { db, clock, limits } = platform;
  const projects = createProjectsService({ ...platform, hooks });
  const projectLife = createProjectLifeService({ ...platform, hooks });
  const transfers = createTransfersService({ ...platform, hooks });
  const succession = createSuccession({ ...platform, hooks, transfers });
  return {
    projects,
    projectLife,
    transfers,
    succession,
    calls: {
      ...projectsCalls({ projects, suited: createSuited({ db, clock }), projectLife, limits }),
      ...transfersCalls(transfers, limits),
    },
    already: projectsAlready(db, clock, hooks),
    live: projectsLive,
    exportPart: projectsExport,
    ownTables: projectsOwnTables,
    jobs: [listingEndHandler(platform), notifyFollowersHandler(platform), successionEndHandler(platform)],
  } satisfies Module & Record<string, unknown>;
}

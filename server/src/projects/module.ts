import type { Module, Platform } from '../platform/module.js';
import { tellFollowersHandler } from './followed-skills/tell.js';
import type { ProjectHooks } from './hooks.js';
import { lifecycleCalls } from './lifecycle/routes.js';
import { createProjectLifeService } from './lifecycle/service.js';
import { projectsLive } from './live.js';
import { projectsExport, projectsOwnTables } from './member-data.queries.js';
import { listingEndHandler } from './projects/listing.js';
import { projectCalls } from './projects/routes.js';
import { createProjectsService } from './projects/service.js';
import { createSuited } from './projects/suited.js';
import { createTransferActs } from './transfers/acts.js';
import { transferCalls } from './transfers/routes.js';
import { createTransfersService } from './transfers/service.js';

/** Projects, their teams, lifecycle and transfers. `hooks`: what happens to requests when a project changes. */
export function createProjects({ db, bus, clock, limits }: Platform, { hooks }: { hooks: ProjectHooks }) {
  const projects = createProjectsService({ db, bus, clock, hooks });
  const projectLife = createProjectLifeService({ db, bus, clock, hooks });
  const transferActs = createTransferActs({ db, bus, clock, hooks });
  const offers = createTransfersService(db);
  return {
    projects,
    projectLife,
    transferActs,
    offers,
    calls: {
      ...projectCalls({ projects, suited: createSuited({ db, clock }), limits }),
      ...lifecycleCalls({ projectLife, transferActs, limits }),
      ...transferCalls(offers),
    },
    live: projectsLive,
    exportPart: projectsExport,
    ownTables: projectsOwnTables,
    jobs: [listingEndHandler({ db, bus, clock }), tellFollowersHandler({ db, bus, clock })],
  } satisfies Module & Record<string, unknown>;
}

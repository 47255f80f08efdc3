import type { ProjectDetailAnswer } from '@sangam/shared/contract/projects';
import type { Db } from '../../db/database.js';
import type { Member } from '../../lib/member.js';
import { ok, type Result } from '../../lib/result.js';
import type { InterestsService } from '../interests/interests.js';
import type { JoinRequestsService } from '../join-requests/join-requests.js';
import type { ProjectsService } from '../projects/projects.js';
import { listTeam } from '../teams/teams.js';

type ProjectPage = Omit<ProjectDetailAnswer, 'success' | 'message'>;

/** A project's own page: the project, its team, and what became of the viewer's requests. */
export interface ProjectPagesService {
  /** For a member or a visitor (null). Interest in the project is listed for its creator only. PROJECT_NOT_FOUND. */
  page(viewer: Member | null, id: number): Promise<Result<ProjectPage>>;
}

export function createProjectPagesService(deps: {
  db: Db;
  projects: ProjectsService;
  interests: InterestsService;
  joinRequests: JoinRequestsService;
}): ProjectPagesService {
  const { db, projects, interests, joinRequests } = deps;
  return {
    async page(viewer, id) {
      const found = await projects.find(viewer, id);
      if (!found.ok) return found;
      const { project, is_member } = found.value;
      const isCreator = viewer?.id === project.creator_id;
      const [connections, team, myConnection, myJoinRequest] = await Promise.all([
        isCreator ? interests.ofProject(id) : [],
        viewer ? listTeam(db, id) : [],
        viewer && !isCreator ? interests.requestStatus(id, viewer.id) : null,
        viewer && !isCreator ? joinRequests.requestStatus(id, viewer.id) : null,
      ]);
      return ok({
        project,
        connections,
        team,
        is_member,
        my_connection: myConnection,
        my_join_request: myJoinRequest,
      });
    },
  };
}

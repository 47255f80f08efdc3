import type { ProjectPageAnswer } from '@sangam/shared/app/project-pages';
import { withNamesakeEmails } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { onSnapshot } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { ok, type Result } from '../../platform/lib/result.js';
import type { ProjectsService } from '../../projects/projects/service.js';
import { listTeam } from '../../projects/teams/teams.js';
import type { TransfersService } from '../../projects/transfers/service.js';
import type { JoinRequestsService } from '../../requests/acts/service.js';
import type { InterestsService } from '../../requests/interests/service.js';
import type { InvitationsService } from '../../requests/invitations/service.js';
import { findHiding } from '../../trust/trust.js';

type ProjectPage = Omit<ProjectPageAnswer, 'success' | 'message'>;

/** A project's own page: the project, its team, and the viewer's requests. */
export interface ProjectPagesService {
  /** Returns the page for a member, or for a visitor (null). Only the creator sees the interest in the project. PROJECT_NOT_FOUND. */
  page(viewer: Member | null, id: number): Promise<Result<ProjectPage>>;
}

export function createProjectPagesService(deps: {
  db: Db;
  projects: ProjectsService;
  interests: InterestsService;
  invitations: InvitationsService;
  joinRequests: JoinRequestsService;
  transfers: TransfersService;
}): ProjectPagesService {
  const { db, projects, interests, invitations, joinRequests, transfers } = deps;
  return {
    // A visitor's page takes one read; a member's takes several, which must agree with each other.
    page: (viewer, id) =>
      viewer === null ? read(db, null, id) : onSnapshot(db, (snapshot) => read(snapshot, viewer, id)),
  };

  async function read(from: Db | Trx, viewer: Member | null, id: number): Promise<Result<ProjectPage>> {
    const found = await projects.find(from, viewer, id);
    if (!found.ok) return found;
    const { project, is_member } = found.value;
    const isCreator = viewer?.id === project.creator_id;
    const [connections, team, myConnection, myJoinRequest, myInvitation, offer, hiding] = await Promise.all([
      isCreator ? interests.ofProject(from, id, project.creator_id) : [],
      viewer ? listTeam(from, id) : [],
      viewer && !isCreator ? interests.requestStatus(from, id, viewer.id) : null,
      viewer && !isCreator ? joinRequests.requestStatus(from, id, viewer.id) : null,
      viewer && !is_member ? invitations.ofProject(from, id, viewer.id) : null,
      viewer && is_member ? transfers.ofProject(from, id, viewer.id) : null,
      isCreator && project.hidden ? findHiding(from, id) : undefined,
    ]);
    const shownTeam = viewer && is_member ? await withNamesakeEmails(from, viewer.id, team) : team;
    return ok({
      project,
      connections,
      team: shownTeam.map(({ skills: _, ...member }) => member),
      ...(isCreator && { team_skills: [...new Set(team.flatMap(({ skills }) => skills))] }),
      is_member,
      my_connection: myConnection,
      my_join_request: myJoinRequest,
      my_invitation: myInvitation,
      offer,
      ...(hiding && { hidden_reason: hiding.reason, ...(hiding.words !== null && { hidden_words: hiding.words }) }),
    });
  }
}

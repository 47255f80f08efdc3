import { type Static, Type } from 'typebox';
import { reportReasons } from '../core/reports.js';
import { Data, Id, Nullable, Success } from '../core/schemas.js';
import { fitParts } from '../people/fit-parts.js';
import { Project, ProjectDetail, TeamMember } from '../projects/projects.js';
import { Transfer } from '../projects/transfers.js';
import { Interest, InterestState } from '../requests/interests.js';
import { Invitation } from '../requests/invitations.js';
import { JoinRequestState, MyJoinRequest } from '../requests/join-requests.js';

/** A page of the project list, with the viewer's own requests. */
export const ProjectsAnswer = Data(
  Type.Object({
    projects: Type.Array(Project),
    my_join_requests: Type.Optional(
      Type.Array(MyJoinRequest, { description: "the viewer's latest request to each of these; absent for visitors" }),
    ),
    fits: Type.Optional(
      Type.Array(Type.Object({ project_id: Id, ...fitParts }), {
        description:
          'with sort=fit or hours: why each project fits the reader; otherwise for projects whose creators share free hours with them',
      }),
    ),
    has_more: Type.Boolean(),
    next: Type.Optional(Type.String({ description: 'the next page, as `after`; absent at the end' })),
  }),
);
export type ProjectsAnswer = Static<typeof ProjectsAnswer>;

/** A project's own page. */
export const ProjectPageAnswer = Success({
  project: ProjectDetail,
  connections: Type.Array(Interest, { description: 'for the creator only; otherwise []' }),
  team: Type.Array(
    Type.Object({
      ...TeamMember.properties,
      email: Type.Optional(
        Type.String({ description: 'for the team, of members who share their name with another of them' }),
      ),
    }),
    { description: 'members with a seat, the creator first; [] for visitors' },
  ),
  team_skills: Type.Optional(Type.Array(Type.String(), { description: "the team's skills; for the creator only" })),
  is_member: Type.Boolean(),
  /** For the creator and the member asked to take the project; null for everybody else. */
  offer: Nullable(Transfer),
  my_connection: InterestState,
  my_join_request: JoinRequestState,
  /** The viewer's pending invitation; null without one. */
  my_invitation: Type.Optional(Nullable(Invitation)),
  hidden_reason: Type.Optional(
    Type.Enum([...reportReasons], {
      description: "why a moderator hid the project, if it is known; the creator's only",
    }),
  ),
  hidden_words: Type.Optional(Type.String({ description: "with it, the moderator's message to the creator" })),
});
export type ProjectPageAnswer = Static<typeof ProjectPageAnswer>;

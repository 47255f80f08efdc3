import { answerRecord } from '@sangam/shared/projects/answer-record';
import { listedUntil, type ProjectState, reopenableUntil } from '@sangam/shared/projects/lifecycle';
import type { MyProject, Project, ProjectDetail, ProjectFields } from '@sangam/shared/projects/projects';
import type { Role } from '@sangam/shared/projects/role-parts';
import { askAgainAt } from '@sangam/shared/requests/ask-again';
import type { MyJoinRequest } from '@sangam/shared/requests/join-requests';

export interface ProjectRow extends ProjectFields {
  id: number;
  member_count: number;
  offered_seats: number;
  state: ProjectState;
  roles: Required<Role>[] | null;
  creator_id: number;
  creator_name: string;
  creator_gone: boolean;
  created_at: Date;
  confirmed_at: Date;
  /** When a moderator hid the project from everybody but its team; null if visible. */
  hidden_at: Date | null;
  seeks_creator_until: Date | null;
  finished_at: Date | null;
}

/** The fields that the creator writes. The type makes each new field be presented here, even if it is optional in the contract. */
const writtenFields = (row: ProjectFields): ProjectFields => ({
  title: row.title,
  description: row.description,
  category: row.category,
  required_skills: row.required_skills,
  timeline: row.timeline,
  max_members: row.max_members,
  answer_days: row.answer_days,
  questions: row.questions,
});

/** A project as lists, the dashboard and live updates show it. */
export const presentProject = (row: ProjectRow): Project => ({
  id: row.id,
  ...writtenFields(row),
  current_members: row.member_count,
  member_count: row.member_count,
  offered_seats: row.offered_seats,
  state: row.state,
  ...(row.roles === null ? {} : { roles: row.roles.map(presentProjectRole) }),
  creator_id: row.creator_id,
  creator_name: row.creator_name,
  ...(row.creator_gone && { creator_gone: true as const }),
  created_at: row.created_at.toISOString(),
  listed_until: listedUntil(row.confirmed_at).toISOString(),
  ...(row.hidden_at === null ? {} : { hidden: true }),
  ...(row.seeks_creator_until === null ? {} : { seeks_creator_until: row.seeks_creator_until.toISOString() }),
  ...(row.finished_at === null ? {} : { reopen_until: reopenableUntil(row.finished_at).toISOString() }),
});

const presentProjectRole = ({ offered, ...role }: Required<Role>): Role =>
  offered === 0 ? role : { ...role, offered };

export interface ListedProjectRow extends ProjectRow {
  /** The project's rank in the order of the page; lower comes first. */
  rank: number;
  /** From JSON, so its times are strings. */
  my_join_request: {
    id: number;
    status: MyJoinRequest['status'];
    created_at: string;
    decided_at: string | null;
    ask_again_at: string | null;
  } | null;
}

const dateOf = (json: string | null): Date | null => (json === null ? null : new Date(json));

/** The viewer's own request to a listed project, if there is one. */
export function presentMyJoinRequest({ id, my_join_request: request }: ListedProjectRow): MyJoinRequest[] {
  if (request === null) return [];
  const { status } = request;
  const [decided_at, ask_again_at] = [dateOf(request.decided_at), dateOf(request.ask_again_at)];
  const askAgain = askAgainAt({ status, decided_at, ask_again_at });
  return [
    {
      id: request.id,
      project_id: id,
      status,
      created_at: new Date(request.created_at).toISOString(),
      ...(askAgain === null ? {} : { ask_again_at: askAgain.toISOString() }),
    },
  ];
}

export interface MyProjectRow extends ProjectRow {
  pending_requests: number;
  pending_interests: number;
}

/** A project as its creator's own list shows it. */
export const presentMyProject = (row: MyProjectRow): MyProject => ({
  ...presentProject(row),
  pending_requests: row.pending_requests,
  pending_interests: row.pending_interests,
});

export interface ProjectDetailRow extends ProjectRow {
  creator_college: string;
  creator_email: string;
  creator_skills: string[];
  creator_github: string | null;
  /** The creator is suspended, has asked for deletion, or there is a block between them and the viewer. */
  hides_creator: boolean;
  /** How long each of the last answers took; null for an unanswered request. */
  answers_took_ms: (number | null)[] | null;
}

/**
 * A project as its own page shows it. Visitors see only the creator's name, and so do members across a block with the creator, or once the
 * creator is gone; the other fields of the profile are then empty.
 */
export const presentProjectDetail = (row: ProjectDetailRow, toMember: boolean): ProjectDetail => {
  const showsProfile = toMember && !row.hides_creator;
  const record = answerRecord(row.answers_took_ms ?? []);
  return {
    ...presentProject(row),
    skills_needed: row.required_skills,
    creator_college: showsProfile ? row.creator_college : '',
    creator_email: toMember ? row.creator_email : null,
    creator_skills: showsProfile ? row.creator_skills : [],
    creator_github: showsProfile ? row.creator_github : null,
    ...(record && { answer_record: record }),
  };
};

import type { Interest, MyInterest } from '@sangam/shared/contract/interests';
import type { JoinRequest, JoinRequestDecision } from '@sangam/shared/contract/join-requests';
import type { Category, Project, ProjectDetailAnswer } from '@sangam/shared/contract/projects';

export interface ProjectFilter {
  search: string;
  /** null: all categories. */
  category: Category | null;
}

export type Detail = Omit<ProjectDetailAnswer, 'success' | 'message'>;

/** Whether a project matches: title, description or creator name, case-insensitive; the category exactly (R4.4). */
export function matchesFilter(project: Project, filter: ProjectFilter): boolean {
  if (filter.category !== null && project.category !== filter.category) return false;
  const wanted = filter.search.trim().toLowerCase();
  if (wanted === '') return true;
  return [project.title, project.description, project.creator_name].some((text) => text.toLowerCase().includes(wanted));
}

/** Replaces a project where it stands; an unknown one is left out. */
export const replaceProject = (list: readonly Project[], project: Project): Project[] =>
  list.map((item) => (item.id === project.id ? project : item));

/** One page after another: what is already there is not shown twice. */
export function appendProjects(list: readonly Project[], page: readonly Project[]): Project[] {
  const known = new Set(list.map((item) => item.id));
  return [...list, ...page.filter((item) => !known.has(item.id))];
}

/** A changed project inside its detail page; skills_needed is the same list under the page's name. */
export const withProject = (detail: Detail, project: Project): Detail => ({
  ...detail,
  project: { ...detail.project, ...project, skills_needed: project.required_skills },
});

/** An interest that is new or changed, newest first. */
export const withInterest = (detail: Detail, interest: Interest): Detail => ({
  ...detail,
  connections: [interest, ...detail.connections.filter((item) => item.id !== interest.id)].toSorted(
    (a, b) => b.id - a.id,
  ),
});

/** A decision, for the creator's panel and for the requester's own standing. */
export const withInterestDecided = (detail: Detail, decided: MyInterest): Detail => ({
  ...detail,
  connections: detail.connections.map((item) => (item.id === decided.id ? { ...item, status: decided.status } : item)),
  my_connection:
    detail.my_connection?.id === decided.id
      ? { ...detail.my_connection, status: decided.status }
      : detail.my_connection,
});

/** A decision about joining: the count for everybody, the standing for the one who asked. */
export function withJoinDecided(detail: Detail, decision: JoinRequestDecision): Detail {
  const mine = detail.my_join_request?.id === decision.id;
  return {
    ...detail,
    project: {
      ...detail.project,
      current_members: decision.current_members,
      member_count: decision.current_members,
    },
    my_join_request:
      mine && detail.my_join_request ? { ...detail.my_join_request, status: decision.status } : detail.my_join_request,
    is_member: detail.is_member || (mine && decision.status === 'accepted'),
  };
}

/** The member withdrew their request, or left the team that it had brought them into, on some device. */
export const withJoinWithdrawn = (detail: Detail, id: number): Detail =>
  detail.my_join_request?.id === id
    ? { ...detail, is_member: false, my_join_request: { ...detail.my_join_request, status: 'withdrawn' } }
    : detail;

/** The member's own newest request for this project, after they asked or withdrew. */
export const withMyRequest = (detail: Detail, request: JoinRequest): Detail => ({
  ...detail,
  my_join_request: { id: request.id, status: request.status, created_at: request.created_at },
});

import type { Db } from '@sangam/server/db/database';
import { sql } from 'kysely';
import type { Reply, TestMember } from './test-server.js';

/** What actors see of a project: what was so a moment ago. */
interface Seen {
  id: number;
  creator_id: number;
  team: number[];
  asked: { id: number; user: number; status: string; offered: boolean }[];
}

/** The same numbers from 0 to 1 for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

export async function see(db: Db, projects: readonly number[]): Promise<Seen[]> {
  const { rows } = await sql<Seen>`SELECT p.id, p.creator_id,
      (SELECT json_agg(user_id) FROM project_members WHERE project_id = p.id) AS team,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'user', requester_id, 'status', status,
        'offered', offered_until IS NOT NULL)), '[]') FROM join_requests WHERE project_id = p.id) AS asked
    FROM projects p WHERE p.id = ANY(${[...projects]}::bigint[]) ORDER BY p.id`.execute(db);
  return rows;
}

export interface Did {
  /** As the journal names it; null for what changes no request. */
  act: string | null;
  request: number;
  reply: Reply | null;
}

type Call = (by: TestMember, name: string, body?: object) => Promise<Reply | null>;

/** Does one of the things that members and creators do, to one of the projects. */
export async function doSomething(
  by: TestMember,
  {
    call,
    next,
    seen,
    members,
  }: { call: Call; next: () => number; seen: readonly Seen[]; members: ReadonlyMap<number, TestMember> },
): Promise<Did> {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
  const project = pick(seen) as Seen;
  const creator = members.get(project.creator_id) ?? by;
  const waiting = project.asked.filter(({ status }) => status === 'pending');
  const any = () => (next() < 0.9 ? pick(waiting) : pick(project.asked)) ?? { id: 0, user: by.id };
  const to = async (
    act: string | null,
    who: TestMember,
    request: number,
    name: string,
    body?: object,
  ): Promise<Did> => ({
    ...{ act, request },
    reply: await call(who, name, body),
  });
  const { id } = project;
  const ask = () => to('ask', by, id, 'POST /api/project-requests', { project_id: id });
  const decide = (status: string, act: string) => {
    const request = any().id;
    return to(act, creator, request, `PUT /api/project-requests/${request}/status`, { status });
  };
  const own = (list: typeof waiting) => pick(list) ?? { id: 0, user: by.id };
  const asOwner = (act: string, path: (request: number) => [string, object?], list = waiting) => {
    const one = own(list);
    const [name, body] = path(one.id);
    return to(act, members.get(one.user) ?? by, one.id, name, body);
  };
  const offered = waiting.filter((one) => one.offered);
  const seated = project.team.filter((user) => user !== project.creator_id);
  const answerOffer =
    (status: string) =>
    (request: number): [string, object] => [`PUT /api/project-requests/${request}/offer`, { status }];
  const heir = () => members.get(pick(seated) ?? 0) ?? by;
  const acts: [number, () => Promise<Did>][] = [
    [8, ask],
    [5, () => decide('accepted', 'accept')],
    [3, () => decide('rejected', 'reject')],
    [
      12,
      () => {
        const request = any().id;
        return to('put_in_line', creator, request, `PUT /api/project-requests/${request}/line`);
      },
    ],
    [3, () => asOwner('end_own', (request) => [`DELETE /api/project-requests/${request}`])],
    [4, () => asOwner('take_offer', answerOffer('accepted'), offered)],
    [2, () => asOwner('end_own', answerOffer('declined'), offered)],
    [3, () => to(null, heir(), id, `DELETE /api/projects/${id}/members/me`)],
    [2, () => to(null, creator, id, `DELETE /api/projects/${id}/members/${pick(project.team) ?? 0}`, {})],
    [3, () => to(null, creator, id, `PATCH /api/projects/${id}`, { max_members: 2 + Math.floor(next() * 5) })],
    [2, () => to(null, creator, id, `PUT /api/projects/${id}/offer`, { user_id: pick(seated) ?? by.id })],
    [
      2,
      () =>
        to(null, heir(), id, `PUT /api/projects/${id}/offer/status`, {
          status: next() < 0.7 ? 'accepted' : 'declined',
        }),
    ],
    [1, () => to(null, creator, id, `DELETE /api/projects/${id}/offer`)],
    [1, () => to(null, creator, id, `PUT /api/projects/${id}/state`, { state: next() < 0.4 ? 'closed' : 'open' })],
    [1, () => to(null, creator, id, `PUT /api/projects/${id}/confirmation`)],
  ];
  let left = next() * acts.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, act] of acts) {
    left -= weight;
    if (left < 0) return act();
  }
  return ask();
}

import type { Db } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';
import type { Reply, TestMember } from '../test-server.js';

interface SeenRequest {
  id: number;
  user: number;
  status: string;
  stage: 'pending' | 'in_line' | 'offered';
  role: number | null;
}

/** A project as actors see it, a moment later. */
export interface Seen {
  id: number;
  creator_id: number;
  state: string;
  max_members: number;
  team: { user: number; role: number | null }[];
  roles: { id: number; seats: number }[];
  requests: SeenRequest[];
  interests: { id: number; user: number; status: string }[];
  invitations: { id: number; user: number; status: string }[];
  /** The recipient of its pending transfer. */
  recipient: number | null;
}

/** Random numbers from 0 to 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

export async function see(db: Db, projects: readonly number[]): Promise<Seen[]> {
  const { rows } = await sql<Seen>`SELECT p.id, p.creator_id, p.state, p.max_members,
      (SELECT coalesce(json_agg(json_build_object('user', user_id, 'role', role_id)), '[]')
        FROM project_members WHERE project_id = p.id) AS team,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'seats', seats) ORDER BY place), '[]')
        FROM project_roles WHERE project_id = p.id AND removed_at IS NULL) AS roles,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'user', requester_id, 'status', status, 'role', role_id, 'stage',
        CASE WHEN line_place IS NULL THEN 'pending' WHEN offered_until IS NULL THEN 'in_line' ELSE 'offered' END)), '[]')
        FROM join_requests WHERE project_id = p.id) AS requests,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'user', requester_id, 'status', status)), '[]')
        FROM interests WHERE project_id = p.id) AS interests,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'user', member_id, 'status', status)), '[]')
        FROM invitations WHERE project_id = p.id) AS invitations,
      (SELECT user_id FROM project_offers WHERE project_id = p.id) AS recipient
    FROM projects p WHERE p.id = ANY(${[...projects]}::bigint[]) ORDER BY p.id`.execute(db);
  return rows;
}

export interface Did {
  act: string;
  /** The request, interest or project that the journal names for this act; null where it names another. */
  subject: number | null;
  reply: Reply | null;
}

interface World {
  call: (by: TestMember, name: string, body?: object) => Promise<Reply | null>;
  next: () => number;
  seen: readonly Seen[];
  members: ReadonlyMap<number, TestMember>;
  /** The acts that succeeded at least once. The others are tried more often. */
  done: ReadonlySet<string>;
  /** Whether a project may come to its end. */
  mayEnd: boolean;
}

type Act = [by: number, subject: number | null, name: string, body?: object];

/** Does one act of a member or creator in one of the projects, mostly one that could have succeeded a moment ago. */
export async function doSomething(by: TestMember, { call, next, seen, members, done, mayEnd }: World): Promise<Did> {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
  const alive = seen.filter(({ state }) => state === 'open' || state === 'closed');
  const project = pick(alive.length > 0 && next() < 0.95 ? alive : seen) as Seen;
  const { id, creator_id, requests, interests, invitations, recipient, state, roles } = project;
  const team = project.team.map(({ user }) => user);
  /** Sometimes tries an act that cannot succeed. */
  const isBlind = next() < 0.1;
  const none = { id: 1, user: by.id, status: 'none', stage: 'pending' as const, role: null };
  /** Leaves out every fifth pending request, so it reaches its deadline. */
  const waiting = requests.filter(
    ({ status, stage, id }) => status === 'pending' && (stage !== 'pending' || id % 5 !== 0),
  );
  const at = (stage: SeenRequest['stage']) => waiting.filter((one) => one.stage === stage);
  const rejected = requests.filter(({ status }) => status === 'rejected');
  const seated = team.filter((user) => user !== creator_id);
  const outside = [...members.keys()].filter((user) => !team.includes(user));
  const applicants = outside.filter(
    (user) => !requests.some((one) => one.user === user && /pending|rejected/u.test(one.status)),
  );
  const isOpen = state === 'open';
  const isOver = state === 'finished' || state === 'deleted';
  const named = roles.reduce((sum, { seats }) => sum + seats, 0);
  const hasSeatFor = (role: number | null): boolean => {
    const seats = role === null ? project.max_members - named : (roles.find((each) => each.id === role)?.seats ?? 0);
    const taken = project.team.filter((one) => one.role === role).length;
    return taken + at('offered').filter((one) => one.role === role).length < seats;
  };
  const asked = [null, ...roles.map((role) => role.id)];
  const free = asked.filter(hasSeatFor);
  const full = asked.filter((role) => !hasSeatFor(role));
  const acceptable = at('pending').filter(({ role }) => hasSeatFor(role));
  const hasSeat = free.length > 0;
  /** A seat of this role, or one without a role. */
  const seatOf = (role: number | null | undefined) => (role ? { role_id: role } : {});
  const one = (list: readonly SeenRequest[]) => pick(isBlind ? requests : list) ?? none;
  const user = (list: readonly number[]) => pick(isBlind ? [...members.keys()] : list) ?? by.id;
  /** Leaves out every third seat offer, so it expires. */
  const answerable = at('offered').filter((each) => each.id % 3 !== 0);
  /** Leaves out every fifth, so it reaches its deadline. */
  const pendingInterests = interests.filter((each) => each.status === 'pending' && each.id % 5 !== 0);

  /** Leaves out every fifth, so it reaches its deadline. */
  const pendingInvitations = invitations.filter((each) => each.status === 'pending' && each.id % 5 !== 0);
  /** Those who were never invited, and those who may have asked since. */
  const invitable = outside.filter(
    (user) =>
      !waiting.some((one) => one.user === user) &&
      (!invitations.some((one) => one.user === user) || requests.some((one) => one.user === user)),
  );

  const answerInvitation = (status: string): Act => {
    const invitation = pick(isBlind ? invitations : pendingInvitations) ?? none;
    return [invitation.user, invitation.id, `PUT /api/invitations/${invitation.id}/status`, { status }];
  };
  const decide = (status: string, list = at('pending')): Act => {
    const request = one(list).id;
    return [creator_id, request, `PUT /api/project-requests/${request}/status`, { status }];
  };
  const answerInterest = (status: string): Act => {
    const interest = (pick(isBlind ? interests : pendingInterests) ?? none).id;
    return [creator_id, interest, `PUT /api/projects/connections/${interest}`, { status }];
  };
  const answerSeatOffer = (status: string): Act => {
    const request = one(answerable);
    return [request.user, request.id, `PUT /api/project-requests/${request.id}/offer`, { status }];
  };
  const answerTransfer = (status: string): Act => {
    return [recipient ?? by.id, null, `PUT /api/projects/${id}/offer/status`, { status }];
  };
  const toState = (to: string): Act => [creator_id, id, `PUT /api/projects/${id}/state`, { state: to }];

  /** Each act's weight, whether it could succeed, and its call. */
  const acts: Record<string, [number, boolean, () => Act]> = {
    ask: [
      waiting.length < 4 ? 12 : 4,
      isOpen && applicants.length > 0 && hasSeat,
      () => [user(applicants), id, 'POST /api/project-requests', { project_id: id, ...seatOf(pick(free)) }],
    ],
    ask_for_waitlist: [
      waiting.length < 4 ? 8 : 2,
      isOpen && applicants.length > 0 && full.length > 0,
      () => [
        user(applicants),
        id,
        'POST /api/project-requests',
        { project_id: id, waitlist: true, ...seatOf(pick(full)) },
      ],
    ],
    stay: [
      1,
      at('in_line').length > 0,
      () => {
        const request = one(at('in_line'));
        return [request.user, request.id, `PUT /api/project-requests/${request.id}/wait`];
      },
    ],
    accept: [5, acceptable.length > 0, () => decide('accepted', acceptable)],
    reject: [1, waiting.length > 0, () => decide('rejected', waiting)],
    reopen_request: [
      3,
      rejected.length > 0,
      () => {
        const request = one(rejected).id;
        return [creator_id, request, `POST /api/project-requests/${request}/reopen`];
      },
    ],
    put_in_line: [
      hasSeat ? 1 : 14,
      at('pending').length > 0,
      () => {
        const request = one(at('pending')).id;
        return [creator_id, request, `PUT /api/project-requests/${request}/line`];
      },
    ],
    end_own: [
      1,
      waiting.length > 0,
      () => {
        const request = one(waiting);
        return [request.user, request.id, `DELETE /api/project-requests/${request.id}`];
      },
    ],
    take_offer: [4, answerable.length > 0, () => answerSeatOffer('accepted')],
    decline_offer: [1.5, answerable.length > 0, () => answerSeatOffer('declined')],
    leave: [
      at('in_line').length > 1 ? 5 : 1,
      seated.length > 0,
      () => [user(seated), null, `DELETE /api/projects/${id}/members/me`],
    ],
    remove: [1, seated.length > 0, () => [creator_id, null, `DELETE /api/projects/${id}/members/${user(seated)}`, {}]],
    edit: [
      0.5,
      true,
      () => [creator_id, null, `PATCH /api/projects/${id}`, { max_members: 2 + Math.floor(next() * 3) }],
    ],
    edit_roles: [
      1,
      true,
      () => {
        const kept = roles
          .filter(() => next() < 0.7)
          .map((role) => ({ id: role.id, name: `Role ${role.id}`, seats: 1 }));
        const added = next() < 0.5 ? [{ name: 'New', seats: 1 }] : [];
        return [creator_id, null, `PATCH /api/projects/${id}`, { roles: [...kept, ...added] }];
      },
    ],
    hand_over: [
      2,
      seated.length > 0 && recipient === null,
      () => [creator_id, null, `PUT /api/projects/${id}/offer`, { user_id: user(seated) }],
    ],
    take_over: [3, recipient !== null, () => answerTransfer('accepted')],
    decline: [1, recipient !== null, () => answerTransfer('declined')],
    stop_hand_over: [1, recipient !== null, () => [creator_id, null, `DELETE /api/projects/${id}/offer`]],
    // The recipient of a transfer may show interest, too.
    show_interest: [
      2,
      isOpen && outside.length > 0,
      () => [user(recipient !== null && next() < 0.5 ? [recipient] : outside), id, `POST /api/projects/${id}/connect`],
    ],
    end_interest: [
      0.7,
      pendingInterests.length > 0,
      () => {
        const interest = pick(isBlind ? interests : pendingInterests) ?? none;
        return [interest.user, interest.id, `DELETE /api/projects/connections/${interest.id}`];
      },
    ],
    invite: [
      3,
      isOpen && free.length > 0 && invitable.length > 0,
      () => [
        creator_id,
        id,
        `POST /api/projects/${id}/invitations`,
        { user_id: user(invitable), ...seatOf(pick(free)) },
      ],
    ],
    accept_invitation: [2, pendingInvitations.length > 0, () => answerInvitation('accepted')],
    decline_invitation: [0.7, pendingInvitations.length > 0, () => answerInvitation('declined')],
    withdraw_invitation: [
      0.7,
      pendingInvitations.length > 0,
      () => {
        const invitation = (pick(isBlind ? invitations : pendingInvitations) ?? none).id;
        return [creator_id, invitation, `DELETE /api/invitations/${invitation}`];
      },
    ],
    approve: [0.7, pendingInterests.length > 0, () => answerInterest('approved')],
    deny: [0.7, pendingInterests.length > 0, () => answerInterest('denied')],
    close: [0.5, isOpen, () => toState('closed')],
    reopen: [4, state === 'closed', () => toState('open')],
    confirm: [0.5, isOpen, () => [creator_id, null, `PUT /api/projects/${id}/confirmation`]],
    finish: [mayEnd ? 0.15 : 0, !isOver, () => toState('finished')],
    delete: [mayEnd ? 0.6 : 0, seated.length === 0, () => [creator_id, id, `DELETE /api/projects/${id}`]],
  };
  const weightOf = ([act, [weight, can]]: readonly [string, readonly [number, boolean, unknown]]) =>
    can || isBlind ? weight * (done.has(act) ? 1 : 3) : 0;
  const entries = Object.entries(acts);
  let left = next() * entries.reduce((sum, entry) => sum + weightOf(entry), 0);
  const chosen = entries.find((entry) => {
    left -= weightOf(entry);
    return left < 0;
  });
  const [act, [, , make]] = chosen ?? (entries[0] as (typeof entries)[number]);
  const [who, subject, name, body] = make();
  return { act, subject, reply: await call(members.get(who) ?? by, name, body) };
}

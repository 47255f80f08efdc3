import type { CallAnswer, CallBody, CallQuery } from '@sangam/shared/contract/calls';
import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import type { JoinRequestState } from '@sangam/shared/contract/projects';
import { limits } from '@sangam/shared/rules/limits';
import { askAgainAt, refusalOfState } from '@sangam/shared/rules/project-life';
import { defaultJoinMessage, isBlank } from '@sangam/shared/rules/text';
import type { Db, Trx } from '../../db/database.js';
import type { Page, PageRange } from '../../db/page.js';
import { type Publish, transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import type { Member } from '../../lib/member.js';
import { fail, invalid, ok, type Result } from '../../lib/result.js';
import { activity, recordActivities } from '../activities/activities.js';
import { updateInboxes } from '../inbox/inbox.js';
import { publishUpdate } from '../projects/projects.js';
import { giveSeat, hasSeat, type LockedProject, listTeam, lockProject } from '../teams/teams.js';
import { addLooks, clockFrom } from './clock.js';
import { createLeave, type Leave } from './leave.js';
import { keyOf, toCreator, toRequester, toTeam } from './notifications.js';
import { type JoinRequestRow, presentCourse, presentJoinRequest } from './present.js';
import * as queries from './queries.js';

type Answer = CallBody<'PUT /api/project-requests/:id/status'>;
type Decision = Answer['status'];
type IncomingQuery = CallQuery<'GET /api/project-requests/incoming'>;
type MyQuery = CallQuery<'GET /api/project-requests/mine'>;
type Requests = CallAnswer<'GET /api/project-requests/incoming'>['data'];

/** Asking to join a project (R5.3): pending, then accepted, rejected or withdrawn, once. */
export interface JoinRequestsService {
  /** Pending requests on the member's own projects, or on one of them. */
  incoming(userId: number, query: IncomingQuery): Promise<Requests>;
  /** The member's own requests, in every status or in one. */
  mine(userId: number, query: MyQuery): Promise<Requests>;
  /** The newest requests between a member and another, in every status. */
  between(userId: number, otherId: number): Promise<JoinRequest[]>;
  requestStatus(from: Db | Trx, projectId: number, userId: number): Promise<JoinRequestState>;
  /**
   * ALREADY_REQUESTED while one is pending, ASK_AGAIN_LATER within 7 days of a refusal, ALREADY_MEMBER, PROJECT_FULL,
   * PROJECT_CLOSED, PROJECT_FINISHED. Without a message, a fixed greeting is stored.
   */
  ask(member: Member, body: CallBody<'POST /api/project-requests'>): Promise<Result<JoinRequest>>;
  /** Accepting gives the requester a seat, never more than max_members; rejecting may say why. */
  decide(
    member: Member,
    id: number,
    answer: Answer,
  ): Promise<Result<{ request: JoinRequest; current_members: number }>>;
  withdraw(member: Member, id: number): Promise<Result<JoinRequest>>;
  leave: Leave;
}

export function createJoinRequestsService(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): JoinRequestsService {
  const { db, bus, clock } = deps;
  const now = () => new Date(clock.nowMs());

  const present = ({ rows, ...page }: Page<JoinRequestRow>): Requests => ({
    requests: rows.map(presentJoinRequest),
    ...page,
  });
  const rangeOf = ({ before, limit = limits.requestsPage }: IncomingQuery | MyQuery): PageRange => ({ before, limit });

  return {
    leave: createLeave(deps),
    incoming: async (userId, query) =>
      present(await queries.listIncoming(db, userId, query.project_id, rangeOf(query))),
    mine: async (userId, query) => present(await queries.listMine(db, userId, query.status, rangeOf(query))),

    between: async (userId, otherId) =>
      (await queries.listBetween(db, [userId, otherId], limits.requestsPageMax)).map(presentJoinRequest),

    async requestStatus(from, projectId, userId) {
      const row = await queries.findRequestStatus(from, projectId, userId);
      return row
        ? { id: row.id, status: row.status, created_at: row.created_at.toISOString(), ...presentCourse(row) }
        : null;
    },

    ask: (member, body) =>
      transact(db, bus, async (trx, publish) => {
        const project = await lockProject(trx, body.project_id);
        if (!project) return fail('PROJECT_NOT_FOUND');
        if (project.creator_id === member.id) return fail('OWN_PROJECT');
        if (await hasSeat(trx, project.id, member.id)) return fail('ALREADY_MEMBER');
        const refusal = refusalOfState('ask', project.state);
        if (refusal !== null) return fail(refusal);
        const until = await declinedUntil(trx, project.id, member.id);
        if (until !== null && until.getTime() > clock.nowMs()) return fail('ASK_AGAIN_LATER', { until });
        const message = body.message ?? '';
        const answerClock = clockFrom(project, clock.nowMs());
        const id = await queries.insertJoinRequest(trx, {
          project_id: project.id,
          creator_id: project.creator_id,
          requester_id: member.id,
          message: isBlank(message) ? defaultJoinMessage(project.title) : message,
          ...answerClock,
        });
        if (id === null) return fail('ALREADY_REQUESTED');
        if (project.member_count >= project.max_members) return fail('PROJECT_FULL');
        await addLooks(trx, publish, [id], answerClock);
        await recordActivities(trx, [
          activity.asked(member.id, `You asked to join "${project.title}"`, { project_id: project.id }),
          activity.people(project.creator_id, `${member.name} asked to join "${project.title}"`, {
            project_id: project.id,
          }),
        ]);
        const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
        const received = toCreator('request:received', project.creator_id, request);
        await updateInboxes(trx, publish, { added: [received] }, now());
        publish('join-request:created', { creator_id: project.creator_id, request });
        return ok(request);
      }),

    decide: (member, id, { status, reason, word }) =>
      transact(db, bus, async (trx, publish) => {
        const why = { declineReason: reason, word: word === undefined || isBlank(word) ? undefined : word };
        const hasReason = why.declineReason !== undefined || why.word !== undefined;
        if (status === 'accepted' && hasReason)
          return invalid([{ field: 'reason', message: 'Only who rejects says why.' }]);
        const parties = await queries.findParties(trx, id);
        if (!parties) return fail('NOT_FOUND');
        const project = await lockProject(trx, parties.project_id);
        if (!project) return fail('PROJECT_NOT_FOUND');
        // Whose project it is now: the lock may have waited for its takeover.
        if (project.creator_id !== member.id) return fail('FORBIDDEN');
        if (!(await queries.endJoinRequest(trx, id, { status, at: now(), ...why }))) return fail('ALREADY_DECIDED');
        if (status === 'accepted' && project.member_count >= project.max_members) return fail('PROJECT_FULL');
        const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
        const taken = status === 'accepted' ? await admit(trx, project, request) : await reject(trx, project, request);
        await notifyOfDecision(trx, publish, project, { ...request, status }, now());
        publish('join-request:decided', {
          creator_id: member.id,
          requester_id: request.user_id,
          decision: {
            id,
            project_id: project.id,
            project_title: project.title,
            status,
            current_members: taken,
            ...declinedOf(request),
          },
        });
        if (status === 'accepted') await publishUpdate(trx, publish, project.id);
        return ok({ request, current_members: taken });
      }),

    withdraw: (member, id) =>
      transact(db, bus, async (trx, publish) => {
        const parties = await queries.findParties(trx, id);
        if (!parties) return fail('NOT_FOUND');
        if (parties.requester_id !== member.id) return fail('FORBIDDEN');
        const project = await lockProject(trx, parties.project_id);
        if (!project) return fail('PROJECT_NOT_FOUND');
        if (!(await queries.endJoinRequest(trx, id, { status: 'withdrawn', at: now() })))
          return fail('ALREADY_DECIDED');
        const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
        await recordActivities(trx, [
          activity.asked(member.id, `You withdrew your request to join "${request.project_title}"`, {
            project_id: parties.project_id,
          }),
        ]);
        const withdrawn = toCreator('request:withdrawn', project.creator_id, request);
        await updateInboxes(trx, publish, { added: [withdrawn] }, now());
        publish('join-request:withdrawn', {
          creator_id: project.creator_id,
          requester_id: member.id,
          end: { id, project_id: parties.project_id, project_title: request.project_title },
        });
        return ok(request);
      }),
  };
}

/** When the member may ask the project again that has declined them; null if their last request was not declined. */
async function declinedUntil(trx: Trx, projectId: number, userId: number): Promise<Date | null> {
  const last = await queries.findRequestStatus(trx, projectId, userId);
  return last ? askAgainAt(last.status, last.decided_at) : null;
}

/** What a decision says beside the status. */
const declinedOf = ({ decline_reason, end_word, ask_again_at }: JoinRequest) => ({
  ...(decline_reason && { decline_reason }),
  ...(end_word && { end_word }),
  ...(ask_again_at && { ask_again_at }),
});

/** Tells the requester, and the team of who has joined; the creator's notification of the request is read by deciding. */
async function notifyOfDecision(
  trx: Trx,
  publish: Publish,
  project: LockedProject,
  request: JoinRequest & { status: Decision },
  now: Date,
): Promise<void> {
  const { id: requestId, user_id: userId } = request;
  const joined =
    request.status === 'accepted'
      ? toTeam('seat:joined', await listTeam(trx, project.id), { project, requestId, userId })
      : [];
  const added = [
    toRequester(`request:${request.status}`, project.creator_id, request),
    ...joined.filter(({ user_id }) => user_id !== project.creator_id),
  ];
  await updateInboxes(trx, publish, { added, read: [{ user_id: project.creator_id, key: keyOf(requestId) }] }, now);
}

/** Gives the requester a seat and records both sides' activity; answers how many seats are taken now. */
async function admit(trx: Trx, project: LockedProject, request: JoinRequest): Promise<number> {
  const taken = await giveSeat(trx, project, request.user_id);
  await recordActivities(trx, [
    activity.chosen(request.user_id, `You joined "${project.title}"`, { project_id: project.id }),
    activity.people(project.creator_id, `${request.user_name} joined "${project.title}"`, { project_id: project.id }),
    ...(taken === project.max_members
      ? [
          activity.teamComplete(project.creator_id, `The team of "${project.title}" is complete`, {
            project_id: project.id,
          }),
        ]
      : []),
  ]);
  return taken;
}

async function reject(trx: Trx, project: LockedProject, request: JoinRequest): Promise<number> {
  await recordActivities(trx, [
    activity.notChosen(request.user_id, `Your request to join "${project.title}" was rejected`, {
      project_id: project.id,
    }),
  ]);
  return project.member_count;
}

import pMap from 'p-map';
import type { Member } from './member.js';
import type { WorkerContext } from './worker-context.js';

/** Every fifth member and the second one post a project, so that each member finds another's. */
const MEMBERS_PER_PROJECT = 5;
const CONCURRENCY = 4;
/** After this many withdrawals a member may not ask again for a week; a rejection counts as all of them. */
const ENDS_MAX = 2;
/** After these errors the request's outcome is unknown. */
const UNKNOWN_OUTCOME = ['NETWORK', 'INTERNAL', 'BUSY'];

/** Posts the projects that members ask to join. */
export async function postProjects({ members, rest }: WorkerContext): Promise<void> {
  const creators = members.filter(({ index }) => index % MEMBERS_PER_PROJECT === 0 || index === 1);
  await pMap(
    creators,
    async (creator) => {
      const { data } = await rest.callOrThrow('POST /api/projects', {
        token: creator.token,
        body: {
          title: `Load test ${new Date().toISOString()}`,
          description: 'A project of a load test.',
          category: 'other',
        },
      });
      creator.projectId = data.project.id;
    },
    { concurrency: CONCURRENCY },
  );
}

/** The creators whose projects the member may ask to join: not within a week of a rejection or of a second withdrawal. */
const openTo = ({ members }: WorkerContext, { index: ownIndex, endedWith }: Member): Member[] =>
  members.filter(
    ({ projectId, index }) => projectId !== null && index !== ownIndex && (endedWith.get(index) ?? 0) < ENDS_MAX,
  );

/** Makes a join request for another member's project, or ends the pending one: withdrawn, or rejected by the project's creator. */
export async function operateJoin(context: WorkerContext, member: Member, dueMs: number): Promise<void> {
  const { joinRequest } = member;
  if (joinRequest === 'busy') return;
  member.joinRequest = 'busy';
  member.joinRequest =
    joinRequest === null ? await request(context, member, dueMs) : await end(context, member, joinRequest, dueMs);
}

async function request(context: WorkerContext, member: Member, dueMs: number): Promise<Member['joinRequest']> {
  const { random, requests, telemetry, rest } = context;
  member.joinDueMs = dueMs;
  const creator = random.pick(openTo(context, member));
  const answer = await rest.attempt('POST /api/project-requests', {
    token: member.token,
    body: { project_id: creator.projectId ?? 0 },
  });
  if (!answer.ok) {
    telemetry.failed('join', answer.code);
    return null;
  }
  const { id } = answer.body.data.request;
  requests.created(id, creator.id);
  telemetry.timed('join', performance.now() - dueMs);
  return { id, creator: creator.index };
}

async function end(
  context: WorkerContext,
  member: Member,
  joinRequest: { id: number; creator: number },
  dueMs: number,
): Promise<Member['joinRequest']> {
  const { random, requests, telemetry, rest, members } = context;
  const params = { id: joinRequest.id };
  const ends = member.endedWith.get(joinRequest.creator) ?? 0;
  const rejected = random.next() < 0.5;
  // Keeps the last project open that the member may ask to join: if the end would close it, the request stays pending.
  if ((rejected || ends + 1 === ENDS_MAX) && openTo(context, member).length === 1) return joinRequest;
  member.endedWith.set(joinRequest.creator, rejected ? ENDS_MAX : ends + 1);
  const answer = rejected
    ? await rest.attempt('PUT /api/project-requests/:id/status', {
        token: members[joinRequest.creator]?.token ?? '',
        params,
        body: { status: 'rejected' },
      })
    : await rest.attempt('DELETE /api/project-requests/:id', { token: member.token, params });
  if (answer.ok) {
    requests.ended(joinRequest.id);
    telemetry.timed('join', performance.now() - dueMs);
    return null;
  }
  telemetry.failed('join', answer.code);
  if (UNKNOWN_OUTCOME.includes(answer.code)) requests.uncertain(joinRequest.id);
  return joinRequest;
}

import { forEachOf } from '../each.js';
import type { Circle } from './circle.js';
import type { Member } from './member.js';

/** One member in so many posts a project, and the second one, so that everybody finds another's. */
const MEMBERS_PER_PROJECT = 5;
const AT_ONCE = 4;
/** Answers after which a request may have been made or ended all the same. */
const UNSURE = ['NETWORK', 'INTERNAL', 'BUSY'];

/** Posts the projects that members ask to join. */
export async function postProjects({ members, rest }: Circle): Promise<void> {
  const creators = members.filter(({ index }) => index % MEMBERS_PER_PROJECT === 0 || index === 1);
  await forEachOf(creators, AT_ONCE, async (creator) => {
    const { data } = await rest.insist('POST /api/projects', {
      token: creator.token,
      body: {
        title: `Load test ${new Date().toISOString()}`,
        description: 'A project of a load test.',
        category: 'other',
      },
    });
    creator.projectId = data.project.id;
  });
}

/** Asks to join somebody's project, or ends the request that is open: withdrawn by its member, or rejected by the creator. */
export async function operateJoin(circle: Circle, member: Member, dueMs: number): Promise<void> {
  const { asked } = member;
  if (asked === 'busy') return;
  member.asked = 'busy';
  member.asked = asked === null ? await ask(circle, member, dueMs) : await end(circle, member, asked, dueMs);
}

async function ask(circle: Circle, member: Member, dueMs: number): Promise<Member['asked']> {
  const { random, requests, telemetry, rest } = circle;
  member.askDueMs = dueMs;
  const creator = random.pick(
    circle.members.filter(({ projectId, index }) => projectId !== null && index !== member.index),
  );
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
  circle: Circle,
  member: Member,
  asked: { id: number; creator: number },
  dueMs: number,
): Promise<Member['asked']> {
  const { random, requests, telemetry, rest, members } = circle;
  const params = { id: asked.id };
  const answer =
    random.next() < 0.5
      ? await rest.attempt('DELETE /api/project-requests/:id', { token: member.token, params })
      : await rest.attempt('PUT /api/project-requests/:id/status', {
          token: members[asked.creator]?.token ?? '',
          params,
          body: { status: 'rejected' },
        });
  if (answer.ok) {
    requests.ended(asked.id);
    telemetry.timed('join', performance.now() - dueMs);
    return null;
  }
  telemetry.failed('join', answer.code);
  if (UNSURE.includes(answer.code)) requests.uncertain(asked.id);
  return asked;
}

import { coreLimits } from '@sangam/shared/core/limits';
import { isBlank } from '@sangam/shared/core/text';
import { defaultJoinMessage } from '@sangam/shared/requests/default-join-message';
import { stageOf } from '@sangam/shared/requests/stage';
import type { AlreadyByCall } from '../platform/already.js';
import type { Db } from '../platform/db/database.js';
import type { Clock } from '../platform/lib/clock.js';
import { countSeatsShown } from '../projects/projects.js';
import { presentInterest, presentMyInterest } from './interests/present.js';
import * as interests from './interests/queries.js';
import { presentReceived, presentSent } from './invitations/present.js';
import * as invitations from './invitations/queries.js';
import { presentJoinRequest } from './join-requests/present.js';
import * as joinRequests from './join-requests/queries.js';

/** Says whether the outcome of a refused call holds already. It is read as the caller sees it, so it reveals nothing new. */
export function requestsAlready(db: Db, clock: Clock): AlreadyByCall {
  const find = async (id: number, readerId: number) => {
    const row = await joinRequests.findJoinRequestFor(db, id, { readerId, at: clock.now() });
    return row && presentJoinRequest(row);
  };
  const findInterest = (id: number, readerId: number) =>
    interests.findInterestFor(db, id, { readerId, at: clock.now() });
  /** A decision's answer, which has the number of taken seats. */
  const withSeats = async <T extends object>(projectId: number, decided: T) => {
    const current_members = await countSeatsShown(db, projectId);
    return current_members === undefined ? null : { data: { ...decided, current_members } };
  };

  return {
    'POST /api/project-requests': async ({ member, body }) => {
      const latest = await joinRequests.findRequestStatus(db, body.project_id, member.id);
      const request = latest && (await find(latest.id, member.id));
      if (request?.status !== 'pending') return null;
      const { message = '', answers = [], role_id } = body;
      const isRepeated =
        request.message === (isBlank(message) ? defaultJoinMessage(request.project_title) : message) &&
        request.role_id === role_id &&
        JSON.stringify(request.answers ?? []) === JSON.stringify(answers);
      return isRepeated ? { data: { request } } : null;
    },
    'PUT /api/project-requests/:id/status': async ({ member, params, body: { status, reason, word = '' } }) => {
      const request = await find(params.id, member.id);
      const isDone =
        request?.creator_id === member.id &&
        request.status === status &&
        request.decline_reason === reason &&
        (request.end_word ?? '') === (isBlank(word) ? '' : word);
      return isDone ? withSeats(request.project_id, { request }) : null;
    },
    'POST /api/project-requests/:id/reopen': async ({ member, params }) => {
      const request = await find(params.id, member.id);
      const isDone = request?.creator_id === member.id && stageOf(request) === 'pending';
      return isDone ? { data: { request } } : null;
    },
    'PUT /api/project-requests/:id/line': async ({ member, params }) => {
      const request = await find(params.id, member.id);
      const isDone = request?.creator_id === member.id && ['waitlisted', 'offered'].includes(stageOf(request));
      return isDone ? { data: { request } } : null;
    },
    'PUT /api/project-requests/:id/offer': async ({ member, params, body }) => {
      const request = await find(params.id, member.id);
      if (request?.user_id !== member.id) return null;
      const isDone = body.status === 'accepted' ? request.status === 'accepted' : request.offer_declined === true;
      return isDone ? withSeats(request.project_id, { request }) : null;
    },
    'DELETE /api/project-requests/:id': async ({ member, params }) => {
      const request = await find(params.id, member.id);
      const isDone =
        request?.user_id === member.id &&
        request.status === 'withdrawn' &&
        request.ended_by === undefined &&
        request.left_team === undefined;
      return isDone ? { data: { request } } : null;
    },
    'DELETE /api/projects/:id/members/me': async ({ member, params }) => {
      const latest = await joinRequests.findRequestStatus(db, params.id, member.id);
      return latest?.left_team ? withSeats(params.id, { project_id: params.id }) : null;
    },
    'POST /api/projects/:id/connect': async ({ member, params }) => {
      const latest = await interests.findRequestStatus(db, params.id, member.id);
      const row = latest?.status === 'pending' && (await findInterest(latest.id, member.id));
      return row ? { data: { connection: presentMyInterest(row) } } : null;
    },
    'PUT /api/projects/connections/:id': async ({ member, params, body }) => {
      const row = await findInterest(params.id, member.id);
      const isDone = row?.creator_id === member.id && row.status === body.status && row.ended_by === null;
      return isDone ? { data: { connection: presentInterest(row) } } : null;
    },
    'DELETE /api/projects/connections/:id': async ({ member, params }) => {
      const row = await findInterest(params.id, member.id);
      const isDone = row?.requester_id === member.id && row.ended_by === 'withdrawn';
      return isDone ? { data: { connection: presentMyInterest(row) } } : null;
    },
    'POST /api/projects/:id/invitations': async ({ member, params, body: { user_id, role_id, message = '' } }) => {
      const parties = { creatorId: member.id, memberId: user_id, readerId: member.id };
      const rows = await invitations.listFrom(db, parties, coreLimits.listPageMax);
      const row = rows.find(({ project_id }) => project_id === params.id);
      const invitation = row && presentSent(row);
      const isDone =
        invitation?.status === 'pending' && invitation.role_id === role_id && invitation.message === message;
      return isDone ? { data: { invitation } } : null;
    },
    'PUT /api/invitations/:id/status': async ({ member, params, body }) => {
      const row = await invitations.findInvitation(db, params.id);
      const isDone = row?.member_id === member.id && row.delivered_at !== null && row.status === body.status;
      return isDone ? withSeats(row.project_id, { invitation: presentReceived(row) }) : null;
    },
    'DELETE /api/invitations/:id': async ({ member, params }) => {
      const row = await invitations.findInvitation(db, params.id);
      const invitation = row?.creator_id === member.id ? presentSent(row) : undefined;
      const isDone = invitation?.status === 'withdrawn' && invitation.ended_by === undefined;
      return isDone ? { data: { invitation } } : null;
    },
  };
}

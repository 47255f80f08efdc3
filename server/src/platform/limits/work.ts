import type { CallName } from '@sangam/shared/app/calls';
import type { ClientEvent } from '@sangam/shared/app/socket';
import type { Fail } from '../lib/result.js';
import type { RateLimits } from './rate-limits.js';

/**
 * About the most that a call or an event costs in milliseconds of CPU, of the server and the database together, with the longest pages
 * that may be asked for. `server/system-tests/work.test.ts` measures it for a member with 1,000 conversations, 500 requests and 200 teams.
 * `query`: some of its fields cost more, if they are set.
 */
export const workMsOf = (name: CallName | ClientEvent, query: object = {}): number => {
  const base = costly[name] ?? USUAL_WORK_MS;
  const extraMs = costlyFields[name];
  return extraMs === undefined
    ? base
    : Object.keys(query).reduce(
        (sum, field) => sum + (Object.hasOwn(extraMs, field) ? (extraMs[field] ?? 0) : 0),
        base,
      );
};

export const USUAL_WORK_MS = 5;
/** A picture or file at a signed address: its reader is checked each time. */
const FILE_WORK_MS = 2;

/** The calls and events that cost more, and the one that is not counted. */
const costly: Partial<Record<CallName | ClientEvent, number>> = {
  // Hashing a password takes 40, looking for it among the common ones up to 270, and mostly 10.
  'POST /api/auth/login': 40,
  'POST /api/auth/signup': 80,
  'POST /api/auth/register': 80,
  'POST /api/auth/reset-password': 80,
  'POST /api/auth/password-check': 80,
  'POST /api/auth/verify-email': 80,
  'PUT /api/account/password': 120,
  'GET /api/refresh': 60,
  'GET /api/dashboard/analytics': 50,
  'GET /api/projects': 12,
  'GET /api/projects/mine': 8,
  'GET /api/projects/:id': 12,
  'GET /api/projects/suited': 40,
  'GET /api/projects/connections/incoming': 20,
  'GET /api/project-requests/incoming': 6,
  'GET /api/project-requests/decided': 6,
  'GET /api/project-requests/mine': 6,
  'GET /api/invitations/received': 6,
  'GET /api/invitations/sent': 6,
  'GET /api/people': 8,
  'GET /api/people/suggested': 14,
  'GET /api/messages/conversations': 30,
  'GET /api/messages/conversation/:userId': 20,
  'GET /api/messages/c/:conversationId': 20,
  'GET /api/messages/c/:conversationId/links': 60,
  'GET /api/messages/c/:conversationId/requests': 6,
  'GET /api/messages/saved': 8,
  'GET /api/messages/notifications': 8,
  'GET /api/conversations/requests': 25,
  'GET /api/conversations/:userId/requests': 6,
  // Its text is charged as well (`chargeBeyond`).
  'GET /api/search/messages': 60,
  'GET /api/search/people': 30,
  'GET /api/search/projects': 14,
  'GET /api/pictures': 12,
  'PUT /api/messages/mute/:userId': 9,
  'DELETE /api/messages/mute/:userId': 9,
  'PUT /api/messages/c/:conversationId/mute': 9,
  'DELETE /api/messages/c/:conversationId/mute': 9,
  'PUT /api/projects/:id/mute': 9,
  'DELETE /api/projects/:id/mute': 9,
  'PATCH /api/notification-choices': 6,
  'POST /api/users/status': 6,
  'POST /api/messages': 6,
  // An edit has its block of messages indexed again.
  'PATCH /api/messages/conversation/:userId/:seq': 20,
  'PATCH /api/messages/c/:conversationId/:seq': 20,
  // The hottest path: `sendByMember` allows twelve a second, of which all but first messages cost 0.03 ms.
  'message:send': 0,
  'message:edit': 20,
  'presence:report': 6,
  'presence:watch': 12,
};

/** Fields that a list of 100,000 projects is searched or sorted by. */
const costlyFields: Partial<Record<CallName | ClientEvent, Readonly<Record<string, number>>>> = {
  'GET /api/projects': { search: 80, sort: 40, hours: 10 },
};

/** Counts a picture or file that a member reads; returns the refusal of one who has to wait. */
export type RefuseReading = (memberId: number) => Fail | null | Promise<Fail | null>;

export const createRefuseReading =
  (limits: RateLimits): RefuseReading =>
  (memberId) =>
    limits.spend('workByMember', memberId, FILE_WORK_MS);

/** Charges a call that acts on `count` things like `count` calls; one is charged already. Refused like a call beyond the limit. */
export async function chargeForEach(limits: RateLimits, memberId: number, count: number): Promise<Fail | null> {
  if (count <= 1) return null;
  return (
    (await limits.spend('apiByMember', memberId, count - 1)) ??
    limits.spend('workByMember', memberId, (count - 1) * USUAL_WORK_MS)
  );
}

/** Charges a call's cost beyond its listed work to the member's next calls. */
export async function chargeBeyond(
  limits: RateLimits,
  memberId: number,
  name: CallName,
  workMs: number,
): Promise<void> {
  const beyondMs = Math.round(workMs - workMsOf(name));
  // A refusal would concern the next call: this one is done.
  if (beyondMs > 0) await limits.spend('workByMember', memberId, beyondMs);
}

import type { CallName } from '@sangam/shared/app/calls';
import type { ClientEvent } from '@sangam/shared/app/socket';

/**
 * About the most that a call or an event costs in milliseconds of CPU, of the server and the database together, with the longest pages
 * that may be asked for: measured for a member with 1,000 conversations, 500 requests and 200 teams among 100,000 projects.
 */
export const workMsOf = (name: CallName | ClientEvent): number => dear[name] ?? OF_MOST_MS;

export const OF_MOST_MS = 2;

/** Those that cost more, and the one that is not counted. */
const dear: Partial<Record<CallName | ClientEvent, number>> = {
  'GET /api/refresh': 30,
  'GET /api/dashboard/analytics': 15,
  'GET /api/projects': 12,
  'GET /api/projects/:id': 12,
  'GET /api/projects/:id/hours': 4,
  'GET /api/projects/suited': 8,
  'GET /api/projects/connections/incoming': 6,
  'GET /api/project-requests/incoming': 4,
  'GET /api/people': 6,
  'GET /api/people/suggested': 8,
  'GET /api/people/:id': 4,
  'GET /api/messages/conversations': 15,
  'GET /api/messages/conversation/:userId': 8,
  'GET /api/messages/c/:conversationId': 8,
  'GET /api/conversations/:userId/requests': 5,
  'GET /api/search/messages': 60,
  'GET /api/search/people': 12,
  'GET /api/search/projects': 14,
  'GET /api/pictures': 8,
  'PUT /api/messages/mute/:userId': 9,
  'DELETE /api/messages/mute/:userId': 9,
  'PUT /api/messages/c/:conversationId/mute': 9,
  'DELETE /api/messages/c/:conversationId/mute': 9,
  'PUT /api/projects/:id/mute': 9,
  'DELETE /api/projects/:id/mute': 9,
  'PATCH /api/notification-choices': 6,
  'POST /api/users/update-status': 5,
  'POST /api/users/status': 4,
  'POST /api/messages': 6,
  'PUT /api/messages/mark-read/:userId': 5,
  'PUT /api/messages/c/:conversationId/read': 5,
  // The hottest path: `sendByMember` allows twelve a second, of which all but first messages cost 0.03 ms.
  'message:send': 0,
  'message:read': 5,
  'presence:report': 6,
  'presence:watch': 8,
};

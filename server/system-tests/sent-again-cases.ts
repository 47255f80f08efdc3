import { teamOf } from '@sangam/testing/chat/team';
import { reportTo } from '@sangam/testing/moderating';
import { postProject } from '@sangam/testing/post-project';
import type { Body } from '@sangam/testing/test-server';
import {
  account,
  act,
  already,
  asAsha,
  asBina,
  byAsha,
  byBina,
  type Case,
  decide,
  device,
  finished,
  inConversation,
  interested,
  invited,
  moderated,
  notificationOf,
  offeredRequest,
  onMessage,
  PASSWORD,
  pendingRequest,
  post,
  received,
  requestToFull,
  sentMessage,
  team,
  toBina,
  transfer,
  uploaded,
  uuid,
  type Write,
  waitlistedRequest,
} from './sent-again-scenes.js';

/** The calls, or the test that has their cases. */
export const cases: Record<Write, readonly Case[] | string> = {
  'POST /api/auth/login': [
    { prepare: ({ asha: { email } }) => ({ by: null, body: { email, password: PASSWORD } }), again: 'again' },
  ],
  'POST /api/auth/register': [
    { prepare: () => ({ by: null, body: account() }), again: { refused: 'EMAIL_TAKEN', because: 'they can sign in' } },
  ],
  'POST /api/auth/signup': [
    { prepare: () => ({ by: null, body: account() }), again: { refused: 'EMAIL_TAKEN', because: 'they can sign in' } },
  ],
  'POST /api/auth/logout': [{ ...byAsha(), again: { refused: 'UNAUTHORIZED', because: 'the client logs out, too' } }],
  'POST /api/auth/remember': [{ ...byAsha(), again: 'again' }],
  'POST /api/auth/forgot-password': [
    { prepare: ({ asha: { email } }) => ({ by: null, body: { email } }), again: 'same' },
  ],
  // A link or a code works once, since another person may have copied it.
  'POST /api/auth/verify-reset-token': 'server/src/people/sign-in/password-reset.test.ts',
  'POST /api/auth/reset-password': 'server/src/people/sign-in/password-reset.test.ts',
  'POST /api/auth/verify-email': 'server/src/people/sign-in/confirmation.test.ts',
  'POST /api/auth/oauth/exchange': 'server/src/people/oauth/flow.test.ts',
  'POST /api/account/providers/:provider': 'server/src/people/oauth/linking.test.ts',
  'DELETE /api/account/providers/:provider': 'server/src/people/oauth/linking.test.ts',
  'POST /api/auth/password-check': [{ prepare: () => ({ by: null, body: { password: PASSWORD } }), again: 'same' }],

  'PUT /api/users/profile': [{ ...byAsha({ name: 'N', college: 'C', skills: ['S'] }), again: 'same' }],
  'PATCH /api/users/profile': [{ ...byAsha({ headline: 'H' }), again: 'same' }],
  'PUT /api/users/picture': 'server/src/people/picture/picture.test.ts',
  'DELETE /api/users/picture': [{ ...byAsha(), again: 'same' }],
  'PUT /api/hours': [{ ...byAsha({ hours: '0'.repeat(672), zone: 'Asia/Kolkata' }), again: 'same' }],
  'POST /api/users/update-status': [
    { ...byAsha({ isActive: true, lastActive: new Date().toISOString() }), again: 'again' },
  ],
  'POST /api/users/status': [{ ...byAsha({ userIds: [1] }), again: 'again' }],
  'DELETE /api/account': [
    {
      ...byAsha({ current_password: PASSWORD }),
      again: { refused: 'UNAUTHORIZED', because: 'its sessions have ended' },
    },
  ],
  'PUT /api/account/email': [{ ...byAsha({ email: 'new@example.org', current_password: PASSWORD }), again: 'same' }],
  'DELETE /api/account/email': [{ ...byAsha(), again: 'same' }],
  'POST /api/account/verification': [{ ...byAsha(), again: 'same' }],
  'PUT /api/account/password': [
    {
      ...byAsha({ current_password: PASSWORD, password: 'Another-horse-7' }),
      again: already('INVALID'),
      other: { current_password: PASSWORD, password: 'Another-horse-8' },
    },
  ],
  'DELETE /api/account/sessions/:sessionId': [
    {
      prepare: async ({ server, asha, asha: { email, token } }) => {
        await server.call('POST /api/auth/login', null, { email, password: PASSWORD });
        const { sessions } = (await server.call('GET /api/account', token)).body.data;
        return { by: asha, params: { sessionId: sessions.find(({ is_this }: Body) => !is_this).id } };
      },
      again: already('NOT_FOUND'),
    },
  ],
  'DELETE /api/account/sessions': [{ ...byAsha(), again: 'same' }],

  'POST /api/projects': [
    { ...byAsha({ title: 'T', description: 'D', category: 'other' }, `?client_id=${uuid()}`), again: 'same' },
  ],
  'PATCH /api/projects/:id': [{ ...asAsha(post, { title: 'X' }), again: 'again' }],
  'PUT /api/projects/:id/state': [
    { of: 'closed', ...asAsha(post, { state: 'closed' }), again: already('PROJECT_CLOSED') },
    { of: 'finished', ...asAsha(post, { state: 'finished' }), again: already('PROJECT_FINISHED') },
  ],
  'POST /api/projects/:id/reopen': [{ ...asAsha(finished), again: already('PROJECT_OPEN') }],
  'PUT /api/projects/:id/confirmation': [{ ...asAsha(post), again: 'again' }],
  'DELETE /api/projects/:id': [{ ...asAsha(post), again: already('PROJECT_NOT_FOUND') }],
  'DELETE /api/projects/:id/members/:userId': [
    {
      prepare: async (scene) => {
        const params = { id: await team(scene), userId: scene.bina.id };
        return { by: scene.asha, params, body: { word: 'Thanks' } };
      },
      again: already('NOT_FOUND'),
      other: { word: 'Bye' },
    },
  ],
  'PUT /api/projects/:id/offer': [
    {
      prepare: async (scene) => ({
        by: scene.asha,
        params: { id: await team(scene) },
        body: { user_id: scene.bina.id },
      }),
      again: already('ALREADY_OFFERED'),
    },
  ],
  'DELETE /api/projects/:id/offer': [
    { ...asAsha(transfer), again: { refused: 'OFFER_GONE', because: 'none is pending, as it says' } },
  ],
  'PUT /api/projects/:id/offer/status': [
    {
      of: 'accepted',
      ...asBina(transfer, { status: 'accepted' }),
      again: already('OFFER_GONE'),
      other: { status: 'declined' },
    },
    {
      of: 'declined',
      ...asBina(transfer, { status: 'declined' }),
      again: already('OFFER_GONE'),
      other: { status: 'accepted' },
    },
  ],

  'DELETE /api/projects/:id/members/me': [{ ...asBina(team), again: already('NOT_FOUND') }],
  'POST /api/projects/:id/connect': [{ ...asBina(post), again: already('ALREADY_CONNECTED') }],
  'PUT /api/projects/connections/:id': [
    {
      of: 'approved',
      ...asAsha(interested, { status: 'approved' }),
      again: already('ALREADY_DECIDED'),
      other: { status: 'denied' },
    },
    {
      of: 'denied',
      ...asAsha(interested, { status: 'denied' }),
      again: already('ALREADY_DECIDED'),
      other: { status: 'approved' },
    },
  ],
  'DELETE /api/projects/connections/:id': [{ ...asBina(interested), again: already('ALREADY_DECIDED') }],
  'POST /api/projects/:id/invitations': [
    {
      prepare: async (scene) => ({
        by: scene.asha,
        params: { id: await post(scene) },
        body: { user_id: scene.bina.id, message: 'Join us' },
      }),
      again: already('ALREADY_INVITED'),
    },
  ],
  'PUT /api/invitations/:id/status': [
    {
      of: 'accepted',
      ...asBina(invited, { status: 'accepted' }),
      again: already('ALREADY_DECIDED'),
      other: { status: 'declined' },
    },
    {
      of: 'declined',
      ...asBina(invited, { status: 'declined' }),
      again: already('ALREADY_DECIDED'),
      other: { status: 'accepted' },
    },
  ],
  'DELETE /api/invitations/:id': [{ ...asAsha(invited), again: already('ALREADY_DECIDED') }],
  'POST /api/project-requests': [
    { of: 'without a message', ...byBina({}), again: already('ALREADY_REQUESTED') },
    { of: 'with a message', ...byBina({ message: 'I can weld' }), again: already('ALREADY_REQUESTED') },
    {
      of: 'of an invited member',
      ...byBina({}, async (scene) => {
        const project = await post(scene);
        await invited(scene, project);
        return project;
      }),
      again: { refused: 'ALREADY_MEMBER', because: 'they are, as it says' },
    },
  ],
  'PUT /api/project-requests/:id/status': [
    {
      of: 'accepted',
      ...asAsha(pendingRequest, { status: 'accepted' }),
      again: already('ALREADY_DECIDED'),
      other: { status: 'rejected' },
    },
    {
      of: 'rejected',
      ...asAsha(pendingRequest, { status: 'rejected', reason: 'has_begun', word: 'Next time' }),
      again: already('ALREADY_DECIDED'),
      other: { status: 'rejected', reason: 'has_begun', word: 'Never' },
    },
  ],
  'POST /api/project-requests/:id/reopen': [
    {
      ...asAsha(async (scene) => {
        const request = await pendingRequest(scene);
        await decide(scene, request, 'rejected');
        return request;
      }),
      again: already('ALREADY_DECIDED'),
    },
  ],
  'PUT /api/project-requests/:id/line': [
    { ...asAsha(async (scene) => (await requestToFull(scene)).request), again: already('IN_LINE') },
  ],
  'PUT /api/project-requests/:id/wait': [
    { ...asBina(async (scene) => (await waitlistedRequest(scene)).request), again: 'again' },
  ],
  'PUT /api/project-requests/:id/offer': [
    {
      of: 'accepted',
      ...asBina(offeredRequest, { status: 'accepted' }),
      again: already('ALREADY_DECIDED'),
      other: { status: 'declined' },
    },
    {
      of: 'declined',
      ...asBina(offeredRequest, { status: 'declined' }),
      again: already('ALREADY_DECIDED'),
      other: { status: 'accepted' },
    },
  ],
  'DELETE /api/project-requests/:id': [{ ...asBina(pendingRequest), again: already('ALREADY_DECIDED') }],
  'POST /api/project-requests/withdrawals': [
    {
      prepare: async (scene) => ({ by: scene.bina, body: { request_ids: [await pendingRequest(scene)] } }),
      again: 'same',
    },
  ],
  'POST /api/project-requests/rejections': [
    {
      prepare: async (scene) => ({ by: scene.asha, body: { request_ids: [await pendingRequest(scene)] } }),
      again: 'same',
    },
  ],
  'POST /api/project-requests/line': [
    {
      prepare: async (scene) => ({ by: scene.asha, body: { request_ids: [(await requestToFull(scene)).request] } }),
      again: 'same',
    },
  ],
  'POST /api/suggestions/dismissals': [
    { prepare: ({ asha, bina }) => ({ by: asha, body: { member_id: bina.id } }), again: 'same' },
  ],

  'PUT /api/inbox/read': [
    {
      prepare: async (scene) => ({ by: scene.asha, body: { ids: [await notificationOf(scene)] } }),
      again: 'again',
    },
  ],
  'PUT /api/inbox/read-all': [{ ...byAsha(), again: 'same' }],
  'PUT /api/inbox/seen': [
    {
      prepare: async (scene) => ({ by: scene.asha, body: { place: 'project', project_id: await post(scene) } }),
      again: 'same',
    },
  ],
  'DELETE /api/inbox/:id': [{ ...asAsha(notificationOf), again: already('NOT_FOUND') }],
  'PUT /api/push': [{ ...byAsha(device), again: 'again' }],
  'DELETE /api/push': [{ ...byAsha(), again: 'same' }],
  'PATCH /api/notification-choices': [{ ...byAsha({ mail_pace: 'daily' }), again: 'again' }],
  'PUT /api/messages/mute/:userId': [{ ...toBina(), again: 'again' }],
  'DELETE /api/messages/mute/:userId': [{ ...toBina(), again: 'again' }],
  'PUT /api/messages/c/:conversationId/mute': [{ ...received(() => undefined), again: 'again' }],
  'DELETE /api/messages/c/:conversationId/mute': [{ ...received(() => undefined), again: 'again' }],
  'PUT /api/projects/:id/mute': [{ ...asAsha(post), again: 'again' }],
  'DELETE /api/projects/:id/mute': [{ ...asAsha(post), again: 'again' }],

  'POST /api/attachments': [
    { prepare: ({ asha }) => ({ by: asha, body: { id: uuid(), name: 'a.txt', bytes: 2 } }), again: 'same' },
  ],
  'PUT /api/attachments/:attachmentId/content': [
    {
      prepare: async (scene) => ({
        by: scene.asha,
        params: await uploaded(scene),
        query: '?offset=0',
        body: new Uint8Array([65, 66]),
      }),
      again: 'same',
    },
  ],
  'DELETE /api/attachments/:attachmentId': [
    {
      prepare: async (scene) => ({ by: scene.asha, params: await uploaded(scene) }),
      again: { refused: 'NOT_FOUND', because: 'no screen shows the answer' },
    },
  ],
  'PUT /api/blocks/:userId': [{ ...toBina(), again: 'same' }],
  'DELETE /api/blocks/:userId': [{ ...toBina(), again: 'same' }],
  'POST /api/reports': [
    {
      prepare: ({ asha, bina }) => ({ by: asha, body: { kind: 'member', id: bina.id, reason: 'spam' } }),
      again: 'same',
    },
  ],
  'PUT /api/moderation/reports/:id/decision': [
    {
      prepare: async ({ server, asha, bina, moderator }) => ({
        by: moderator,
        params: { id: await reportTo(server, asha, { kind: 'member', id: bina.id }) },
        body: { decision: 'warn', reason: 'spam', note: 'N' },
      }),
      again: already('REPORT_DECIDED'),
      other: { decision: 'dismiss', reason: 'spam', note: 'N' },
    },
  ],
  'DELETE /api/moderation/members/:userId/suspension': [
    {
      prepare: async (scene) => {
        await moderated(scene, { kind: 'member', id: scene.bina.id }, 'suspend');
        return { by: scene.moderator, params: { userId: scene.bina.id }, body: { note: 'N' } };
      },
      again: already('NOT_FOUND'),
    },
  ],
  'DELETE /api/moderation/projects/:id/hiding': [
    {
      prepare: async (scene) => {
        const project = await postProject(scene.server, scene.bina);
        await moderated(scene, { kind: 'project', id: project }, 'hide');
        return { by: scene.moderator, params: { id: project }, body: { note: 'N' } };
      },
      again: already('NOT_FOUND'),
    },
  ],

  // Message requests are off here.
  'PUT /api/messages/requests/:userId': 'server/src/contact/message-requests/message-requests.test.ts',
  'PUT /api/messages/c/:conversationId/request': 'server/src/contact/message-requests/message-requests.test.ts',
  'PUT /api/messages/mark-read/:userId': [{ ...toBina({}), again: 'same' }],
  'PUT /api/messages/mark-unread/:userId': [
    {
      prepare: async (scene) => {
        await sentMessage(scene);
        return { by: scene.asha, params: { userId: scene.bina.id }, body: act({ seq: 1 })() };
      },
      again: 'same',
    },
  ],
  'POST /api/messages': [
    {
      prepare: ({ asha, bina }) => ({ by: asha, body: { receiver_id: bina.id, content: 'Hi', client_id: uuid() } }),
      again: 'same',
    },
  ],
  'PATCH /api/messages/conversation/:userId/:seq': [{ ...onMessage(act({ content: 'Ho' })), again: 'same' }],
  'DELETE /api/messages/conversation/:userId/:seq': [{ ...onMessage(act()), again: 'same' }],
  'PUT /api/messages/conversation/:userId/:seq/reactions': [{ ...onMessage(act({ emoji: '👍' })), again: 'same' }],
  'DELETE /api/messages/conversation/:userId/:seq/reactions': [{ ...onMessage(act({ emoji: '👍' })), again: 'same' }],
  'PUT /api/messages/conversation/:userId/:seq/pin': [{ ...onMessage(act()), again: 'same' }],
  'DELETE /api/messages/conversation/:userId/:seq/pin': [{ ...onMessage(act()), again: 'same' }],
  'PUT /api/messages/conversation/:userId/:seq/saved': [{ ...onMessage(act()), again: 'again' }],
  'DELETE /api/messages/conversation/:userId/:seq/saved': [{ ...onMessage(act()), again: 'again' }],
  'PATCH /api/messages/c/:conversationId/:seq': [{ ...inConversation(act({ content: 'Ho' })), again: 'same' }],
  'DELETE /api/messages/c/:conversationId/:seq': [{ ...inConversation(act()), again: 'same' }],
  'PUT /api/messages/c/:conversationId/:seq/reactions': [{ ...inConversation(act({ emoji: '👍' })), again: 'same' }],
  'DELETE /api/messages/c/:conversationId/:seq/reactions': [{ ...inConversation(act({ emoji: '👍' })), again: 'same' }],
  'PUT /api/messages/c/:conversationId/:seq/pin': [{ ...inConversation(act()), again: 'same' }],
  'DELETE /api/messages/c/:conversationId/:seq/pin': [{ ...inConversation(act()), again: 'same' }],
  'PUT /api/messages/c/:conversationId/:seq/saved': [{ ...inConversation(act()), again: 'again' }],
  'DELETE /api/messages/c/:conversationId/:seq/saved': [{ ...inConversation(act()), again: 'again' }],
  'PUT /api/messages/c/:conversationId/read': [{ ...received(() => ({})), again: 'same' }],
  'PUT /api/messages/c/:conversationId/unread': [{ ...received(act({ seq: 1 })), again: 'same' }],
  'PUT /api/messages/c/:conversationId/archive': [{ ...received(act({ seq: 1 })), again: 'same' }],
  'DELETE /api/messages/c/:conversationId/archive': [{ ...received(act({ seq: 1 })), again: 'same' }],
  'PUT /api/messages/c/:conversationId/notify': [
    {
      prepare: async (scene) => ({
        by: scene.bina,
        params: { conversationId: await teamOf(scene.server, scene.bina, await team(scene)) },
        body: { notify: 'off' },
      }),
      again: 'same',
    },
  ],
};

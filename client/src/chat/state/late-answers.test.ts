import type { CallName } from '@sangam/shared/app/calls';
import { http } from '@sangam/shared/app/http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatch } from '../../app/live/subjects';
import { request } from '../../core/api/client';
import { refresh } from '../../core/realtime/refresh';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeStorage } from '../../testing/fake-server';
import { ME, member, OTHER, TEAM, team } from '../../testing/samples';
import { base, serve } from '../../testing/server-state';

const context = { me: ME, announce: vi.fn(), eventsMissed: vi.fn() };
const at = '2026-01-01T00:00:00.000Z';
const params = { conversationId: TEAM };
const ofTeam = { conversation_id: TEAM, seq: 5, sender_id: OTHER, content: 'Secret', created_at: at };
const ofMember = { ...ofTeam, conversation_id: 17, content: 'Known' };
const ok = (data: object) => ({ body: { success: true, data } });

const reads = {
  'GET /api/messages/c/:conversationId': [() => request('GET /api/messages/c/:conversationId', { params }), {}],
  'GET /api/messages/c/:conversationId/team': [
    () => request('GET /api/messages/c/:conversationId/team', { params }),
    ofTeam,
  ],
  'GET /api/messages/c/:conversationId/files': [
    () => request('GET /api/messages/c/:conversationId/files', { params }),
    { files: [ofTeam], next: null },
  ],
  'GET /api/messages/c/:conversationId/links': [
    () => request('GET /api/messages/c/:conversationId/links', { params }),
    { links: [ofTeam], next: null },
  ],
  'GET /api/search/messages': [
    () => request('GET /api/search/messages', { query: { q: 'x' } }),
    {
      messages: [ofTeam, { ...ofMember, other_id: OTHER }],
      next: null,
      is_indexing: false,
    },
  ],
  'GET /api/messages/saved': [
    () => request('GET /api/messages/saved'),
    { saved: [ofTeam, { ...ofMember, user_id: OTHER }], has_more: false },
  ],
} as const satisfies { [N in CallName]?: unknown };

describe('an answer that was in flight when the member lost a team', () => {
  beforeEach(async () => {
    fakeStorage();
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
    serve({ ...base, teams: [team()] });
    await refresh('start');
  });

  it.each(Object.entries(reads))('has no data of its conversation: %s', async (name, [read, data]) => {
    let reply: () => void = () => undefined;
    const delayed = new Promise<void>((done) => {
      reply = done;
    });
    serve(base, { [name]: () => delayed.then(() => ok(data)) });
    const answer = read();
    dispatch('conversation:left', { conversation_id: TEAM }, context);
    reply();
    const came = JSON.stringify(await answer);
    expect(came).not.toContain('Secret');
    expect(came).toContain(name.includes(':') ? 'NOT_FOUND' : 'Known');
  });

  it('stays whole when nothing was lost', async () => {
    const [read, data] = reads['GET /api/messages/saved'];
    serve(base, { 'GET /api/messages/saved': () => ok(data) });
    expect(JSON.stringify(await read())).toContain('Secret');
  });
});

/**
 * Reads that need no review: they name only direct conversations or a team that was left, or their part of a refresh has a store that
 * handles this.
 */
const others = [
  'GET /api/messages/conversations',
  'GET /api/messages/conversation/:userId',
  'GET /api/messages/requests',
  'GET /api/messages/notifications',
  'GET /api/conversations/requests',
  'GET /api/search/people',
  'GET /api/reports/members',
  'GET /api/refresh',
];

it('each read that names conversations is reviewed', () => {
  const naming = Object.entries(http).flatMap(([name, call]) =>
    name.startsWith('GET ') && 'answer' in call && JSON.stringify(call.answer).includes('"conversation_id"')
      ? [name]
      : [],
  );
  expect(naming.filter((name) => !(name in reads) && !others.includes(name))).toEqual([]);
});

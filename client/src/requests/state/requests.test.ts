import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearAddresses } from '../../contact/sync/clear-addresses';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { fakeServer, refusal } from '../../testing/fake-server';
import { interest, joinRequest, ME, member } from '../../testing/samples';
import { incomingInterests, interests, refreshIncoming } from './interests';
import {
  createJoinRequest,
  decideJoinRequest,
  incomingRequests,
  myRequests,
  requestOf,
  requests,
  useDeciding,
} from './requests';

const request = (id: number, change: Partial<JoinRequest> = {}) => joinRequest({ id, ...change });
const answer = (list: JoinRequest[]) => ({ body: { success: true, data: { requests: list, has_more: false } } });
const incoming = () => incomingRequests.items()?.map((item) => item.id);
const mine = () => requestOf(ME, 7)(requests.use.getState());

describe('join requests', () => {
  beforeEach(() => {
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
  });

  it('keeps a request that arrived live while an older answer was on its way', async () => {
    const server = fakeServer({
      'GET /api/project-requests/incoming': () => {
        const seen = answer([request(1)]);
        // Sent after the server read the rows, and received before its answer.
        queueMicrotask(() => requests.upsert(request(2)));
        return seen;
      },
    });
    await incomingRequests.load();
    expect(incoming()).toEqual([2, 1]);
    expect(server.calls).toHaveLength(1);
  });

  it('does not list a request decided while an older answer was on its way, known before or not', async () => {
    fakeServer({
      'GET /api/project-requests/incoming': () => {
        const seen = answer([request(2), request(1)]);
        queueMicrotask(() => requests.patch(2, { status: 'withdrawn' }));
        return seen;
      },
    });
    await incomingRequests.load();
    expect(incoming()).toEqual([1]);
    expect(requests.get(2)?.status).toBe('withdrawn');
  });

  it('shows a request from another tab on a conflict', async () => {
    const stored: JoinRequest[] = [];
    fakeServer({
      'GET /api/project-requests/mine': () => answer(stored),
      'POST /api/project-requests': () => refusal(409, 'ALREADY_REQUESTED'),
    });
    await myRequests.load();
    expect(mine()).toBeUndefined();
    stored.push(request(3, { user_id: ME }));
    expect((await createJoinRequest({ project_id: 7 })).ok).toBe(false);
    expect(mine()?.status).toBe('pending');
  });

  it('keeps a decision that arrived before the answer to the request itself', async () => {
    fakeServer({
      'POST /api/project-requests': () => {
        requests.patch(3, { status: 'accepted' });
        return { body: { success: true, data: { request: request(3, { user_id: ME }) } } };
      },
    });
    await createJoinRequest({ project_id: 7 });
    expect(mine()?.status).toBe('accepted');
  });

  it('shows on every screen how a request ended that was decided elsewhere first', async () => {
    const { of } = fakeServer({
      'GET /api/project-requests/incoming': () => answer([]),
      'GET /api/project-requests/decided': () => answer([request(1, { status: 'withdrawn' })]),
      'PUT /api/project-requests/:id/status': () => refusal(409, 'ALREADY_DECIDED'),
    });
    requests.merge([request(1)], moment());
    await decideJoinRequest(1, 'accepted');
    expect(requests.get(1)?.status).toBe('withdrawn');
    expect(of('GET /api/project-requests/decided')[0]?.query.get('before')).toBe('2');
  });

  it('drops a request that was decided elsewhere first, and keeps one whose decision failed', async () => {
    let code = 'ALREADY_DECIDED';
    let stored = [request(1), request(2)];
    fakeServer({
      'GET /api/project-requests/incoming': () => answer(stored),
      'PUT /api/project-requests/:id/status': () => refusal(code === 'BUSY' ? 503 : 409, code),
    });
    await incomingRequests.load();
    stored = [request(2)];
    await decideJoinRequest(1, 'accepted');
    expect(incoming()).toEqual([2]);
    code = 'BUSY';
    await decideJoinRequest(2, 'accepted');
    expect(incoming()).toEqual([2]);
    expect(useDeciding.getState().ids.size).toBe(0);
  });
});

describe('interests', () => {
  const ofTeammate = (email: string) => ({ ...interest, requester_email: email });
  const page = (email: string) => ({ items: [ofTeammate(email)], has_more: false, total: 1 });
  const replyOf = (email: string) => {
    const { items: connections, ...rest } = page(email);
    return { body: { success: true, data: { connections, ...rest } } };
  };
  const part = { ok: true, value: { version: 'v1', data: page('other@example.org') } } as const;

  beforeEach(() => {
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
  });

  it.each([
    ['the list', () => incomingInterests.load()],
    ['a refresh', (underWay: Promise<void>) => refreshIncoming(underWay.then(() => part))],
  ])('ignore an address in %s if the member left the team in the meantime', async (_, ask) => {
    let arrive = () => {};
    const underWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let has = true;
    const { of } = fakeServer({
      'GET /api/projects/connections/incoming': async () => {
        const reply = replyOf(has ? 'other@example.org' : '');
        await underWay;
        return reply;
      },
    });
    const asked = ask(underWay);
    await Promise.resolve();
    const before = of('GET /api/projects/connections/incoming').length;
    has = false;
    clearAddresses(() => true);
    arrive();
    expect(await asked).toBe(true);
    expect(interests.get(interest.id)?.requester_email).toBe('');
    expect(of('GET /api/projects/connections/incoming')).toHaveLength(before + 1);
  });
});

import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server';
import { joinRequest, ME } from '../testing/samples';
import {
  applyRequestCreated,
  createJoinRequest,
  decideJoinRequest,
  loadIncoming,
  loadMine,
  myRequestFor,
  useRequests,
} from './requests';
import { resetStores } from './reset';

const request = (id: number, change: Partial<JoinRequest> = {}) => joinRequest({ id, ...change });
const answer = (requests: JoinRequest[]) => ({ body: { success: true, data: { requests, has_more: false } } });
const incoming = () => useRequests.getState().incoming.data?.map((item) => item.id);

describe('join requests', () => {
  beforeEach(resetStores);

  it('keeps a request that arrived live while an older answer was on its way', async () => {
    let stored = [request(1)];
    fakeServer({
      'GET /api/project-requests/incoming': () => {
        const seen = answer(stored);
        // Told after the server looked and before its answer is here.
        if (stored.length === 1) {
          stored = [request(2), ...stored];
          queueMicrotask(() => applyRequestCreated(request(2)));
        }
        return seen;
      },
    });
    await loadIncoming();
    expect(incoming()).toEqual([2, 1]);
  });

  it('takes a list that never rests as it is', async () => {
    let id = 0;
    const server = fakeServer({
      'GET /api/project-requests/incoming': () => {
        id += 1;
        applyRequestCreated(request(id));
        return answer([]);
      },
    });
    await loadIncoming();
    expect(server.calls).toHaveLength(3);
  });

  it('shows what was asked in another tab when the server says so', async () => {
    const mine: JoinRequest[] = [];
    fakeServer({
      'GET /api/project-requests/mine': () => answer(mine),
      'POST /api/project-requests': () => refusal(409, 'ALREADY_REQUESTED'),
    });
    await loadMine();
    expect(myRequestFor(7)(useRequests.getState())).toBeUndefined();
    mine.push(request(3, { user_id: ME }));
    expect((await createJoinRequest(7)).ok).toBe(false);
    expect(myRequestFor(7)(useRequests.getState())?.status).toBe('pending');
  });

  it('drops a request that somebody else decided first, and keeps one that could not be decided', async () => {
    let code = 'ALREADY_DECIDED';
    fakeServer({
      'GET /api/project-requests/incoming': () => answer([request(1), request(2)]),
      'PUT /api/project-requests/:id/status': () => refusal(code === 'BUSY' ? 503 : 409, code),
    });
    await loadIncoming();
    await decideJoinRequest(1, 'accepted');
    expect(incoming()).toEqual([2]);
    code = 'BUSY';
    await decideJoinRequest(2, 'accepted');
    expect(incoming()).toEqual([2]);
    expect(useRequests.getState().deciding.size).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { createInvariantLog } from './invariants.js';
import { createRequestChecker } from './requests.js';

const ASHA = 101;
const ROHAN = 102;

describe('the join request checker', () => {
  const start = (isListening = true) => {
    const invariants = createInvariantLog();
    return { invariants, requests: createRequestChecker(() => isListening, invariants) };
  };

  it('finds nothing when each request is delivered once and the list holds the pending ones', () => {
    const { invariants, requests } = start();
    requests.delivered(1, ASHA);
    requests.created(1, ASHA);
    requests.created(2, ASHA);
    requests.delivered(2, ASHA);
    requests.ended(2);
    requests.check(ASHA, [{ id: 1 }]);
    expect(invariants.results.requests).toMatchObject({ checked: 2, violated: 0 });
  });

  it.each<[string, (requests: ReturnType<typeof createRequestChecker>) => void, number[]]>([
    ['never delivered', () => undefined, [1]],
    [
      'delivered twice',
      (requests) => {
        requests.delivered(1, ASHA);
        requests.delivered(1, ASHA);
      },
      [1],
    ],
    ['delivered to somebody else', (requests) => requests.delivered(1, ROHAN), [1]],
    ['missing from the list', (requests) => requests.delivered(1, ASHA), []],
    ['listed twice', (requests) => requests.delivered(1, ASHA), [1, 1]],
  ])('finds a request that was %s', (_, change, list) => {
    const { invariants, requests } = start();
    requests.created(1, ASHA);
    change(requests);
    requests.check(
      ASHA,
      list.map((id) => ({ id })),
    );
    expect(invariants.results.requests.violated).toBe(1);
  });

  it('does not expect a live update for a creator who is disconnected', () => {
    const { invariants, requests } = start(false);
    requests.created(1, ASHA);
    requests.check(ASHA, [{ id: 1 }]);
    expect(invariants.results.requests.violated).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { createJudge } from './promises.js';
import { createRequestChecker } from './requests.js';

const ASHA = 101;
const ROHAN = 102;

describe('the join request checker', () => {
  const start = (isListening = true) => {
    const judge = createJudge();
    return { judge, requests: createRequestChecker(() => isListening, judge) };
  };

  it('is content when the creator hears of each once and the list holds the pending ones', () => {
    const { judge, requests } = start();
    requests.heard(1, ASHA);
    requests.created(1, ASHA);
    requests.created(2, ASHA);
    requests.heard(2, ASHA);
    requests.ended(2);
    requests.check(ASHA, [{ id: 1 }]);
    expect(judge.verdicts.requests).toMatchObject({ checked: 2, broken: 0 });
  });

  it.each<[string, (requests: ReturnType<typeof createRequestChecker>) => void, number[]]>([
    ['never pushed', () => undefined, [1]],
    [
      'pushed twice',
      (requests) => {
        requests.heard(1, ASHA);
        requests.heard(1, ASHA);
      },
      [1],
    ],
    ['pushed to somebody else', (requests) => requests.heard(1, ROHAN), [1]],
    ['missing from the list', (requests) => requests.heard(1, ASHA), []],
    ['listed twice', (requests) => requests.heard(1, ASHA), [1, 1]],
  ])('finds a request that was %s', (_, happen, list) => {
    const { judge, requests } = start();
    requests.created(1, ASHA);
    happen(requests);
    requests.check(
      ASHA,
      list.map((id) => ({ id })),
    );
    expect(judge.verdicts.requests.broken).toBe(1);
  });

  it('does not expect a push to a creator who is away', () => {
    const { judge, requests } = start(false);
    requests.created(1, ASHA);
    requests.check(ASHA, [{ id: 1 }]);
    expect(judge.verdicts.requests.broken).toBe(0);
  });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followUpdates, useNewVersion } from './updates';

/** The browser's side: service workers that answer with their version. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  constructor(
    readonly version: string,
    readonly container: EventTarget,
  ) {
    super();
  }
  postMessage() {
    const answer = new MessageEvent('message', { data: { version: this.version } });
    this.container.dispatchEvent(Object.defineProperty(answer, 'source', { value: this }));
  }
  become(state: ServiceWorkerState) {
    this.state = state;
    if (state === 'installed') registration.waiting = this;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  update = vi.fn(async () => undefined);
}

let container: EventTarget;
let registration: FakeRegistration;
let stop: () => void;

/** A check has found a new version, and its worker starts to store it. */
function find(version: string): FakeWorker {
  registration.installing = new FakeWorker(version, container);
  registration.dispatchEvent(new Event('updatefound'));
  return registration.installing;
}

beforeEach(async () => {
  vi.useFakeTimers();
  useNewVersion.setState({ isReady: false });
  document.documentElement.dataset.version = 'first';
  registration = new FakeRegistration();
  container = Object.assign(new EventTarget(), { register: async () => registration });
  vi.stubGlobal('navigator', { serviceWorker: container });
  registration.active = new FakeWorker('first', container);
  stop = followUpdates();
  await vi.advanceTimersByTimeAsync(2_000);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('offers a new version once it is complete, even while its worker waits for the previous one', () => {
  const worker = find('second');
  expect(useNewVersion.getState().isReady).toBe(false);
  worker.become('installed');
  expect(useNewVersion.getState().isReady).toBe(true);
  // A late answer from the previous worker.
  registration.active?.postMessage();
  expect(useNewVersion.getState().isReady).toBe(true);
});

it('asks the worker that waits, or is storing its version, when another tab opens', async () => {
  const openAgain = async () => {
    stop();
    stop = followUpdates();
    await vi.advanceTimersByTimeAsync(2_000);
  };
  const storing = find('second');
  await openAgain();
  storing.become('installed');
  expect(useNewVersion.getState().isReady).toBe(true);
  useNewVersion.setState({ isReady: false });
  await openAgain();
  expect(useNewVersion.getState().isReady).toBe(true);
});

it('checks again soon after an incomplete version, then less and less often', async () => {
  find('second').become('redundant');
  expect(useNewVersion.getState().isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(registration.update).toHaveBeenCalledTimes(1);
  find('second').become('redundant');
  await vi.advanceTimersByTimeAsync(290_000);
  expect(registration.update).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(160_000);
  expect(registration.update).toHaveBeenCalledTimes(2);
  // This version is complete. Being replaced later is not a failure.
  const worker = find('second');
  worker.become('installed');
  worker.become('redundant');
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(registration.update).toHaveBeenCalledTimes(2);
});

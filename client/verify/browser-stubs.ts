import { vi } from 'vitest';
import { fakeStorage } from '../src/testing/fake-server';

/** What a client asks for while events alone are to bring everything. */
export interface Network {
  /** From now on this token's reads fail and are remembered, except those of `allowed` addresses. */
  hold(token: string, allowed: RegExp | null): void;
  refused: string[];
}

/** What the client's stores and live part need of a browser, on a real server. */
export function standInForBrowser(url: string): Network {
  const { protocol, host, hostname, port } = new URL(url);
  fakeStorage();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false, hasFocus: () => true }));
  vi.stubGlobal('location', { protocol, host, hostname, port });
  const { fetch } = globalThis;
  let held: { bearer: string; allowed: RegExp | null } | null = null;
  const network: Network = {
    refused: [],
    hold(token, allowed) {
      held = { bearer: `Bearer ${token}`, allowed };
      network.refused = [];
    },
  };
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const isHeld = held !== null && new Headers(init.headers).get('authorization') === held.bearer;
    if (isHeld && (init.method ?? 'GET') === 'GET' && !held?.allowed?.test(path)) {
      network.refused.push(path);
      return Promise.reject(new TypeError('events alone must bring it'));
    }
    return fetch(new URL(path, url), init);
  });
  return network;
}

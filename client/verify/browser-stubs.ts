import '@sangam/testing/setup/many-listeners';
import { onTestFinished, vi } from 'vitest';
import { fakeStorage } from '../src/testing/fake-server';

/** Controls the network of a client that must get everything from events. */
export interface Network {
  /** Makes this token's reads fail from now on, except those of `allowed` addresses, and records them in `refused`. */
  refuseReads(token: string, allowed: RegExp | null): void;
  refused: string[];
}

/** Stubs the browser for the client's stores and live part on a real server, until the test ends. */
export function standInForBrowser(url: string): Network {
  onTestFinished(() => void vi.unstubAllGlobals());
  fakeStorage();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false, hasFocus: () => true }));
  goTo(url);
  const { fetch } = globalThis;
  let refusing: { bearer: string; allowed: RegExp | null } | null = null;
  const network: Network = {
    refused: [],
    refuseReads(token, allowed) {
      refusing = { bearer: `Bearer ${token}`, allowed };
      network.refused = [];
    },
  };
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const isRefused = refusing !== null && new Headers(init.headers).get('authorization') === refusing.bearer;
    if (isRefused && (init.method ?? 'GET') === 'GET' && !refusing?.allowed?.test(path)) {
      network.refused.push(path);
      return Promise.reject(new TypeError('events alone must bring it'));
    }
    return fetch(new URL(path, address), init);
  });
  return network;
}

let address = '';

/** Sends later calls and connections to this address. */
export function goTo(url: string): void {
  address = url;
  const { protocol, host, hostname, port } = new URL(url);
  vi.stubGlobal('location', { protocol, host, hostname, port, pathname: '/dashboard' });
}

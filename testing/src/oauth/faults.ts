import type { IncomingMessage, ServerResponse } from 'node:http';

/** Faults of a provider, by the start of the path: none, a 500, an invalid body, or no answer. */
export interface Faults {
  set(path: string, fault: 'error' | 'nonsense' | 'hang'): void;
  clear(): void;
  /** Applies a fault to the request; true if it was answered, or never will be. */
  applies(request: IncomingMessage, response: ServerResponse): boolean;
}

export function createFaults(): Faults {
  const faults = new Map<string, 'error' | 'nonsense' | 'hang'>();
  return {
    set: (path, fault) => void faults.set(path, fault),
    clear: () => faults.clear(),
    applies(request, response) {
      const [, fault] = [...faults].find(([path]) => request.url?.startsWith(path)) ?? [];
      if (fault === 'error') response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>db down</h1>');
      if (fault === 'nonsense') response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":[1');
      return fault !== undefined;
    },
  };
}

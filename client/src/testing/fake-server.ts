import type { CallBody, CallName } from '@sangam/shared/app/calls';
import { vi } from 'vitest';

export interface FakeCall<N extends CallName = CallName> {
  name: string;
  path: string;
  query: URLSearchParams;
  /** The call's body, as the contract types it. */
  body: CallBody<N>;
  token: string | null;
}
/** `page`: a non-JSON answer, as from a proxy. */
type Reply = { status?: number; body?: unknown; page?: string; headers?: Record<string, string> } | 'network';
type Replies = { [N in CallName]?: (call: FakeCall<N>, id: number) => Reply | Promise<Reply> };

const pattern = (name: string): RegExp => {
  const [method = '', path = ''] = name.split(' ');
  return new RegExp(
    `^${method} ${path.replace(/:(?:provider|page)\b/u, '(\\w+)').replace(/:\w+/gu, '(\\d+|[0-9a-f-]{36})')}$`,
    'u',
  );
};

/** Replaces `fetch`: answers by the contract's call names, and records the calls. */
export function fakeServer(replies: Replies) {
  // The call's name is known only at run time, so recorded calls are typed to fit any.
  const calls: FakeCall<never>[] = [];
  const routes = Object.entries<(call: FakeCall<never>, id: number) => Reply | Promise<Reply>>(replies).map(
    ([name, reply]) => ({ name, match: pattern(name), reply }),
  );
  const fake = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input, 'http://test');
    const line = `${init.method ?? 'GET'} ${url.pathname}`;
    // Specific paths first: `/incoming` is not an id.
    const route = routes.find((each) => each.match.test(line));
    const call: FakeCall<never> = {
      name: route?.name ?? line,
      path: url.pathname,
      query: url.searchParams,
      body: (typeof init.body === 'string' ? JSON.parse(init.body) : undefined) as never,
      token: new Headers(init.headers).get('Authorization'),
    };
    calls.push(call);
    const id = Number(route?.match.exec(line)?.[1] ?? 0);
    const reply = route
      ? await route.reply(call, id)
      : {
          status: 404,
          body: { success: false, code: 'NOT_FOUND', message: 'This doesn’t exist, or you don’t have access to it.' },
        };
    if (reply === 'network') throw new TypeError('fetch failed');
    return new Response(reply.page ?? JSON.stringify(reply.body ?? { success: true }), {
      status: reply.status ?? 200,
      headers: { 'Content-Type': 'application/json', ...reply.headers },
    });
  };
  vi.stubGlobal('fetch', vi.fn(fake));
  return {
    calls: calls as readonly FakeCall[],
    of: <N extends CallName>(name: N): FakeCall<N>[] => calls.filter((call) => call.name === name),
  };
}

/** An error body of the contract. */
export const refusal = (status: number, code: string, message = code, headers: Record<string, string> = {}): Reply => ({
  status,
  body: { success: false, code, message },
  headers,
});

/** Local storage for tests that run in Node. */
export function fakeStorage(): Map<string, string> {
  const values = new Map<string, string>();
  const storage = new Proxy(
    {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    },
    { ownKeys: () => [...values.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  );
  vi.stubGlobal('localStorage', storage);
  return values;
}

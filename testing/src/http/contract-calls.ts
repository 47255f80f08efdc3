import type { CallAnswer, CallBody, CallName, CallParams, CallQuery } from '@sangam/shared/app/calls';

export interface CallInput<N extends CallName> {
  params?: CallParams<N>;
  query?: CallQuery<N>;
  body?: CallBody<N>;
}

/** Makes a call of the contract with a member's token, or as a visitor, and returns its answer. Throws if it's refused. */
export type ContractCall = <N extends CallName>(
  token: string | null,
  name: N,
  input?: CallInput<N>,
) => Promise<CallAnswer<N>>;

/** Sends a call, such as `GET /api/projects/7?limit=5`. */
type Send = (call: string, token: string | null, body: unknown) => Promise<{ status: number; body: unknown }>;

/** Returns a function for calls of the contract, which `send` transmits. */
export const callsOver =
  (send: Send): ContractCall =>
  async <N extends CallName>(token: string | null, name: N, { params, query, body }: CallInput<N> = {}) => {
    const values = new Map(Object.entries(params ?? {}));
    const path = name.replace(/:(\w+)/gu, (_, key: string) => String(values.get(key)));
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const answer = await send(search.size > 0 ? `${path}?${search}` : path, token, body);
    if (answer.status >= 400) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    // The server's tests check its answers against the contract (server/system-tests).
    return answer.body as CallAnswer<N>;
  };

/** Sends a call to the server at `url`. */
export function sendTo(url: string, call: string, token: string | null, body?: unknown): Promise<Response> {
  const [method = 'GET', path = '/'] = call.split(' ');
  return fetch(new URL(path, url), {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Returns a function for calls of the contract to the server at `url`. */
export const callsTo = (url: string): ContractCall =>
  callsOver(async (call, token, body) => {
    const answer = await sendTo(url, call, token, body);
    return { status: answer.status, body: await answer.json() };
  });

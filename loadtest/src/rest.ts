import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer, CallBody, CallName, CallQuery } from '@sangam/shared/app/calls';
import type { ErrorBody } from '@sangam/shared/core/errors';

/** The run cannot start or go on; the message says why and what to do. */
export class CannotRun extends Error {}

interface CallOptions<N extends CallName> {
  token?: string;
  params?: Record<string, number>;
  query?: CallQuery<N>;
  body?: CallBody<N>;
}

type Refusal = { ok: false; code: string; message: string; retryAfterS: number | null };
type Answered<N extends CallName> = { ok: true; body: CallAnswer<N> } | Refusal;

/** REST calls of the contract, to the servers in turn. */
export interface Rest {
  /** Makes one attempt, like a user under load. Code NETWORK: no answer, so the outcome is unknown. */
  attempt<N extends CallName>(name: N, options: CallOptions<N>): Promise<Answered<N>>;
  /** Repeats after network errors and after `Retry-After`; throws CannotRun when that is too long or the call is refused. */
  callOrThrow<N extends CallName>(name: N, options: CallOptions<N>): Promise<CallAnswer<N>>;
}

const NETWORK_TRIES = 5;
const NETWORK_RETRY_MS = 1_000;
const ANSWER_TIMEOUT_MS = 30_000;

/** `onWait` is called before every wait that a server asked for. */
export function createRest(
  urls: readonly string[],
  patienceMs: number,
  onWait: (seconds: number, reason: string) => void = () => undefined,
): Rest {
  let turn = 0;

  const attempt: Rest['attempt'] = async (name, { token, params = {}, query, body }) => {
    const [method = 'GET', path = '/'] = name.split(' ');
    turn += 1;
    const url = new URL(
      path.replace(/:(\w+)/gu, (_, key: string) => String(params[key])),
      urls[turn % urls.length],
    );
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, String(value));
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      if (response.ok) return { ok: true, body: (await response.json()) as CallAnswer<typeof name> };
      const { code, message } = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
      const retryAfter = response.headers.get('retry-after');
      return {
        ok: false,
        code: code ?? `HTTP_${response.status}`,
        message: message ?? response.statusText,
        retryAfterS: retryAfter === null ? null : Number(retryAfter),
      };
    } catch (error) {
      return { ok: false, code: 'NETWORK', message: reasonOf(error), retryAfterS: null };
    }
  };

  return {
    attempt,
    async callOrThrow(name, options) {
      for (let tries = 1; ; tries += 1) {
        const answer = await attempt(name, options);
        if (answer.ok) return answer.body;
        if (answer.code === 'NETWORK' && tries < NETWORK_TRIES) {
          await sleep(NETWORK_RETRY_MS);
          continue;
        }
        if (answer.retryAfterS === null) throw new CannotRun(`${name} failed with ${answer.code}: ${answer.message}`);
        if (answer.retryAfterS * 1_000 > patienceMs)
          throw new CannotRun(
            `${name}: the server asks to wait ${answer.retryAfterS} s (${answer.code}). Start it with RATE_LIMIT=off or ` +
              'RATE_LIMIT=1000 for a load test, reuse members (--users-file), or raise --patience.',
          );
        onWait(answer.retryAfterS, answer.code);
        await sleep(answer.retryAfterS * 1_000);
      }
    },
  };
}

/** `fetch` gives the reason in the error's cause only. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: Error };
  return cause?.message ? `${message} (${cause.message})` : message;
};

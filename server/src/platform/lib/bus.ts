import type { Logger } from 'pino';

type Listener<P> = (payload: P) => void | Promise<void>;

/** A typed in-process event bus. A failing listener is logged, and affects neither the publisher nor other listeners. */
export interface Bus<Events> {
  publish<E extends keyof Events & string>(event: E, payload: Events[E]): void;
  on<E extends keyof Events & string>(event: E, listener: Listener<Events[E]>): void;
}

export function createBus<Events>(log: Logger): Bus<Events> {
  const listeners: { [E in keyof Events]?: readonly Listener<Events[E]>[] } = {};
  const failed = (event: string) => (error: unknown) => log.error({ err: error, event }, 'a listener failed');
  return {
    publish(event, payload) {
      for (const listener of listeners[event] ?? []) {
        try {
          // A listener typed to return nothing may return anything.
          const answer: unknown = listener(payload);
          if (answer instanceof Promise) answer.catch(failed(event));
        } catch (error) {
          failed(event)(error);
        }
      }
    },
    on(event, listener) {
      listeners[event] = [...(listeners[event] ?? []), listener];
    },
  };
}

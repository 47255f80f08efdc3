import type { StoreApi } from 'zustand';

/** Changes of what is on screen within this time are sent as one. */
const GATHER_MS = 100;

interface Watching {
  /** What `wanted` reads. */
  stores: readonly Pick<StoreApi<unknown>, 'subscribe'>[];
  /** What is on screen, in words: a list that only changes its order asks for nothing. */
  wanted: () => string;
  /** Tells the server. False when it is to be tried again. */
  send: () => Promise<boolean>;
}

/** Keeps the server's knowledge of what is on screen up to date. */
export function createWatch({ stores, wanted, send }: Watching) {
  let requested = '';
  const sendNow = (): Promise<boolean> => {
    requested = wanted();
    return send();
  };
  return {
    send: sendNow,
    /** Follows what is on screen until `signal` aborts; `onFailure` is to have it sent again. */
    follow(signal: AbortSignal, onFailure: () => void): void {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const soon = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          if (wanted() !== requested) void sendNow().then((came) => came || onFailure());
        }, GATHER_MS);
      };
      const stops = stores.map((store) => store.subscribe(soon));
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      });
    },
  };
}

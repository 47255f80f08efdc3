interface TabChannel<T> {
  /** Returns false if the browser can't share this, such as a file in some browsers. */
  post(data: T): boolean;
  close(): void;
}

/**
 * Opens a channel to this browser's other tabs of the same name. Where the browser has none or refuses it (site data blocked), this tab
 * acts alone.
 */
export function openTabChannel<T>(name: string, onMessage: (data: T) => void = () => undefined): TabChannel<T> {
  try {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }: MessageEvent<T>) => onMessage(data));
    const post = (data: T) => {
      try {
        channel.postMessage(data);
        return true;
      } catch {
        return false;
      }
    };
    return { post, close: () => channel.close() };
  } catch {
    return { post: () => false, close: () => undefined };
  }
}

interface TabChannel<T> {
  post(data: T): void;
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
    return { post: (data) => channel.postMessage(data), close: () => channel.close() };
  } catch {
    return { post: () => undefined, close: () => undefined };
  }
}

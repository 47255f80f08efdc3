import { useEffect, useRef } from 'react';

/** Shows the name of every icon button and icon link on hover and keyboard focus. Rendered once, for all of them. */
export function Tooltips() {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => (tip.current === null ? undefined : followOnceUsed(tip.current)), []);
  return (
    <div
      ref={tip}
      hidden
      role="tooltip"
      className="fixed z-60 m-0 w-max max-w-60 rounded-md border border-line bg-raised px-2 py-1 text-fg text-xs shadow-float"
    />
  );
}

/** Loads the code with the first hover or focus, so that no page waits for it. After a failure, the next hover or focus tries again. */
function followOnceUsed(tip: HTMLElement): () => void {
  let stop = (): void => undefined;
  let isLive = true;
  const listen = () => {
    if (!isLive) return;
    const used = new AbortController();
    stop = () => used.abort();
    const begin = (first: Event) => {
      used.abort();
      import('./follow-tooltips').then(({ followTooltips }) => {
        if (isLive) stop = followTooltips(tip, first);
      }, listen);
    };
    for (const event of ['pointerover', 'focusin'] as const)
      document.addEventListener(event, begin, { capture: true, passive: true, signal: used.signal });
  };
  listen();
  return () => {
    isLive = false;
    stop();
  };
}

import { useEffect, useRef } from 'react';
import { followTooltips } from './follow-tooltips';

/** Shows the name of every icon button and icon link on hover and keyboard focus. Rendered once, for all of them. */
export function Tooltips() {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => (tip.current === null ? undefined : followTooltips(tip.current)), []);
  return (
    <div
      ref={tip}
      hidden
      role="tooltip"
      className="fixed z-60 m-0 w-max max-w-60 break-words rounded-md border border-line bg-raised px-2 py-1 text-fg text-xs shadow-float"
    />
  );
}

import { cx } from './cx';

/** The product's mark: two streams that join. */
const LogoMark = () => (
  <svg aria-hidden viewBox="0 0 24 24" fill="none" className="size-7 shrink-0">
    <path
      d="M4 3.5c0 6 8 5.5 8 12v5"
      className="forced-colors:stroke-[CanvasText]"
      stroke="var(--c-fg)"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path
      d="M20 3.5c0 4.7-4.9 5.4-7 8.4"
      stroke="var(--c-accent)"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

/** Mark and name. Put it into a link, whose label is the name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <LogoMark />
      <span className="font-bold text-lg tracking-tighter">Sangam</span>
    </span>
  );
}

import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx';

const tones = {
  info: { icon: Info, look: 'border-line bg-raised text-fg', role: 'status' },
  success: { icon: CircleCheck, look: 'border-line bg-raised text-fg', role: 'status' },
  error: { icon: CircleAlert, look: 'border-danger-text/40 bg-danger-soft text-danger-text', role: 'alert' },
} as const;

interface BannerProps {
  tone?: keyof typeof tones;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** A message across its container, announced when it appears. */
export function Banner({ tone = 'info', children, action, className }: BannerProps) {
  const { icon: Icon, look, role } = tones[tone];
  return (
    <div
      role={role}
      className={cx(
        'flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-md border px-3 py-2.5 text-sm',
        look,
        className,
      )}
    >
      <div className={cx('flex min-w-0 flex-1 gap-2.5', Boolean(action) && 'basis-67')}>
        {/* Aligned with the first line of the text. */}
        <Icon aria-hidden className="mt-px size-4.5 shrink-0" />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
      {/* On a phone it is below the text, and begins where the text does. */}
      {action && <div className="max-26rem:basis-full max-26rem:pl-7">{action}</div>}
    </div>
  );
}

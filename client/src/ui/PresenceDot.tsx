import { cx } from './cx';

const sizes = { small: 'size-2', medium: 'size-2.5', large: 'size-3' };

interface PresenceDotProps {
  online: boolean;
  size?: keyof typeof sizes;
  className?: string;
}

/** Green if online, grey if not: the only green of the product. Words stand beside it, so it is hidden from assistive technology. */
export function PresenceDot({ online, size = 'medium', className }: PresenceDotProps) {
  return (
    <span
      aria-hidden
      data-online={online}
      className={cx(
        'inline-block shrink-0 forced-color-adjust-none rounded-full transition-colors',
        sizes[size],
        online ? 'bg-online' : 'bg-offline',
        className,
      )}
    />
  );
}

import { cx } from './cx';

/** Google's letter, in the current text colour. */
export function GoogleIcon({ className = 'size-4.5' }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className={cx('shrink-0', className)}>
      <path d="M12.2 10.2v3.9h5.5c-.5 2.4-2.5 3.8-5.5 3.8a5.9 5.9 0 1 1 3.9-10.3l2.9-2.9A10 10 0 1 0 12.2 22c5.8 0 9.7-4.1 9.7-9.8 0-.7-.1-1.4-.2-2z" />
    </svg>
  );
}

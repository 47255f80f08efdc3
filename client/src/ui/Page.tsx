import type { ReactNode } from 'react';
import { cx } from './cx';

/** The column that a page's content stands in. */
export function Page({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('mx-auto w-full max-w-page px-4 py-6 sm:px-6 sm:py-8', className)}>{children}</div>;
}

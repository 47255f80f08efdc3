import { type ReactNode, useEffect } from 'react';
import { cx } from '../cx';
import { announcePage, setPageName, useSpokenName } from './tab-title';

interface PageProps {
  /** The page's name in the browser's tab and history. */
  title: string;
  /** `plain` leaves width and padding to the page. */
  width?: 'page' | 'plain';
  className?: string;
  children: ReactNode;
}

/** The main landmark of a screen, and its name. */
export function Page({ title, width = 'page', className, children }: PageProps) {
  useEffect(() => {
    setPageName(title);
  }, [title]);
  useEffect(announcePage, []);
  return (
    <main
      id="main"
      tabIndex={-1}
      className={cx('w-full flex-1', width === 'page' && 'mx-auto max-w-page px-4 py-6 sm:px-6 sm:py-8', className)}
    >
      {children}
    </main>
  );
}

/** Announces each page after the first. Rendered outside the pages, since screen readers must know the region before its text changes. */
export const PageAnnouncer = () => (
  <p role="status" className="sr-only">
    {useSpokenName(({ name }) => name)}
  </p>
);

import { createContext, type ReactNode, type RefObject, Suspense, use, useEffect, useRef, useState } from 'react';

const Opened = createContext<RefObject<boolean> | null>(null);

interface PagePartsProps {
  /** Shown instead of the page until all of its first parts have loaded. */
  fallback: ReactNode;
  children: ReactNode;
}

/** A page whose lazily loaded parts appear together, so that none moves another. */
export function PageParts({ fallback, children }: PagePartsProps) {
  const opened = useRef(false);
  return (
    <Opened value={opened}>
      <Suspense fallback={fallback}>
        {children}
        <NoteOpened opened={opened} />
      </Suspense>
    </Opened>
  );
}

/** Notes that the page has opened, once its siblings have loaded. */
function NoteOpened({ opened }: { opened: RefObject<boolean> }) {
  useEffect(() => {
    opened.current = true;
  }, [opened]);
  return null;
}

/** A lazily loaded part of a page. The page waits for the parts that it opens with, and not for those that come later. */
export function PagePart({ children }: { children: ReactNode }) {
  const opened = use(Opened);
  const [isFirst] = useState(() => opened?.current === false);
  return isFirst ? children : <Suspense>{children}</Suspense>;
}

import { waitWords } from '@sangam/shared/core/time';
import { useState } from 'react';

const words = (seconds: number): string => `Too many requests. This loads again in ${waitWords(seconds)}.`;

/** Says why a part doesn't load, and when it will. It counts down, which a screen reader doesn't read out each second. */
export function TooManyRequests({ seconds }: { seconds: number }) {
  const [first] = useState(seconds);
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {words(seconds)}
      </span>
      <span className="sr-only">{words(first)}</span>
    </>
  );
}

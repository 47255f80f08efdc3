import { useEffect, useState } from 'react';
import { Banner } from '../ui/Banner';

/** What takes longer than this is worth a word. */
const PATIENCE_MS = 3_000;

/** Says, after a while, that one is waiting for the server: for its code, or for its word on the session. */
export function SlowNotice() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return late && <Banner className="mb-6">Still trying to reach Sangam.</Banner>;
}

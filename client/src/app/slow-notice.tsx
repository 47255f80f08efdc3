import { useEffect, useState } from 'react';
import { Banner } from '../ui/Banner';

/** The notice shows when loading takes longer than this. */
const SHOW_AFTER_MS = 3_000;

/** Says, after a while, that the page waits for the server: for its code, or for the session to be checked. */
export function SlowNotice() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return late && <Banner className="mb-6">Still trying to reach Sangam.</Banner>;
}

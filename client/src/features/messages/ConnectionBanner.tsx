import { useEffect, useState } from 'react';
import { useConnection } from '../../stores/connection';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';

/** A connection that is back within this time is not worth a word. */
const PATIENCE_MS = 1_000;

const bannerClass = 'mx-auto my-2 w-[calc(100%-1rem)] max-w-page';

/** Says that the live connection is away, or that this tab is too old for the server. */
export function ConnectionBanner() {
  const status = useConnection((state) => state.status);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (status === 'online') {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [status]);
  if (status === 'outdated') {
    return (
      <Banner
        className={bannerClass}
        action={
          <Button size="sm" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      >
        Sangam has been updated. Reload to go on.
      </Banner>
    );
  }
  if (status === 'online' || !late) return null;
  return <Banner className={bannerClass}>Reconnecting. Messages are kept and will be sent.</Banner>;
}

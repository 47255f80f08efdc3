import { useEffect, useState } from 'react';
import { exampleChat } from './vignette-data';

/** When each scene begins: the request is accepted, then one message after another. */
const startsMs = [1_600, 2_100, 3_100, 4_100];
const last = exampleChat.length + 1;

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Which scene the vignette shows; the last one at once for those who want no motion. */
export function useScene(): number {
  const [scene, setScene] = useState(() => (still() ? last : 0));
  useEffect(() => {
    if (still()) return;
    const timers = startsMs.map((startMs, index) => setTimeout(() => setScene(index + 1), startMs));
    return () => timers.forEach(clearTimeout);
  }, []);
  return scene;
}

import { useEffect, useRef } from 'react';

/**
 * Returns a function that runs its argument at once or, while a pointer is down, after the click. Otherwise a press that takes the focus
 * from a field would miss its button, which moves when an error appears below the field.
 */
export function useAfterPress(): (act: () => void) => void {
  const isDown = useRef(false);
  const deferred = useRef<(() => void)[]>([]);
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true, passive: true };
    const press = () => {
      isDown.current = true;
    };
    document.addEventListener('pointerdown', press, options);
    const release = () => {
      isDown.current = false;
      // The click follows in the same task.
      setTimeout(() => {
        for (const act of deferred.current.splice(0)) act();
      });
    };
    for (const name of ['pointerup', 'pointercancel'] as const) document.addEventListener(name, release, options);
    return () => listening.abort();
  }, []);
  return (act) => {
    if (isDown.current) deferred.current.push(act);
    else act();
  };
}

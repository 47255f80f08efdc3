import { useEffect, useRef } from 'react';

/**
 * Returns a function that runs its argument at once or, while a pointer is down, after the click. Otherwise a press that takes the focus
 * from a field would miss its button, which moves when an error appears below the field.
 */
export function useAfterPress(): (act: () => void) => void {
  const isDown = useRef(false);
  const later = useRef<(() => void)[]>([]);
  useEffect(() => {
    const live = new AbortController();
    const options = { signal: live.signal, capture: true, passive: true };
    const press = () => {
      isDown.current = true;
    };
    document.addEventListener('pointerdown', press, options);
    const release = () => {
      isDown.current = false;
      // The click follows in the same task.
      setTimeout(() => {
        for (const act of later.current.splice(0)) act();
      });
    };
    for (const name of ['pointerup', 'pointercancel'] as const) document.addEventListener(name, release, options);
    return () => live.abort();
  }, []);
  return (act) => {
    if (isDown.current) later.current.push(act);
    else act();
  };
}

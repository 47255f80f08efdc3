import { useEffect, useRef, useState } from 'react';
import toast, { type Toast, useToasterStore } from 'react-hot-toast/headless';

/** A toast fades for this long before it is removed. */
const FADE_MS = 200;
/** A toast that was hidden by a newer one is shown again for at least this long. */
const AGAIN_MIN_MS = 1_000;

interface Toasts {
  toasts: readonly Toast[];
  /** The toast on screen; null if there is none. */
  shown: Toast | null;
  /** Pauses the timer of the toast on screen, or lets it run on. */
  hold: (isHeld: boolean) => void;
}

/** An action that fails because its member has logged out has an empty text, and shows no toast. */
const isSilent = ({ message }: Toast): boolean => message === '';

/** All toasts, of which one is shown: the newest, then those it has hidden, for the rest of their time. */
export function useToasts(): Toasts {
  const { toasts } = useToasterStore({ duration: 4_000, success: { duration: 3_000 } });
  const [heldId, setHeldId] = useState<string | null>(null);
  const left = useRef(new Map<string, { createdAt: number; ms: number }>()).current;
  const visible = toasts.filter((one) => one.visible && !isSilent(one));
  const shown = visible.find(({ id }) => id === heldId) ?? visible[0] ?? null;
  const { id, createdAt = 0, duration = 0 } = shown ?? {};
  const isHeld = id === heldId;

  useEffect(() => {
    if (id === undefined || isHeld) return;
    const before = left.get(id);
    const ms = before?.createdAt === createdAt ? Math.max(before.ms, AGAIN_MIN_MS) : duration;
    const since = performance.now();
    const timer = setTimeout(() => toast.dismiss(id), ms);
    return () => {
      clearTimeout(timer);
      left.set(id, { createdAt, ms: ms - (performance.now() - since) });
    };
  }, [id, createdAt, duration, isHeld, left]);

  useEffect(() => {
    const timers = toasts
      .filter((one) => one.dismissed || isSilent(one))
      .map((one) =>
        setTimeout(() => {
          left.delete(one.id);
          toast.remove(one.id);
        }, FADE_MS),
      );
    return () => timers.forEach(clearTimeout);
  }, [toasts, left]);

  return {
    toasts: toasts.filter((one) => !isSilent(one)),
    shown,
    hold: (isStill) => setHeldId(isStill && id !== undefined ? id : null),
  };
}

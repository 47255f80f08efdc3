import { type ReactNode, type RefObject, Suspense, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { holdKeyboard, type KeyboardHold } from '../../lib/hold-keyboard';
import { Spinner } from '../Spinner';

interface TakesKeyboardProps {
  /** Called to close the part on Escape, or if loading takes too long. */
  onLeave: () => void;
  /** The part, which suspends while it loads, and then takes the focus. */
  children: ReactNode;
  /** Shown while it loads. */
  fallback?: ReactNode;
  /** False if the part was closed while it was loading. */
  isAsked?: boolean;
}

/** Holds keyboard input for a part while its code loads. */
export function TakesKeyboard({ onLeave, children, fallback, isAsked = true }: TakesKeyboardProps) {
  const hold = useRef<KeyboardHold>(null);
  return (
    <Suspense
      fallback={
        <>
          {isAsked && <Holding hold={hold} onLeave={onLeave} />}
          {fallback}
        </>
      }
    >
      {children}
      <Arrived hold={hold} />
    </Suspense>
  );
}

type HoldRef = RefObject<KeyboardHold | null>;

function Holding({ hold, onLeave }: { hold: HoldRef; onLeave: () => void }) {
  const leave = useEffectEvent(onLeave);
  useLayoutEffect(() => {
    const held = holdKeyboard(() => {
      leave();
      held.drop();
    });
    hold.current = held;
    // If the part has loaded, `Arrived` takes over the hold in the same commit.
    return () => queueMicrotask(() => hold.current === held && held.drop());
  }, [hold]);
  return null;
}

function Arrived({ hold }: { hold: HoldRef }) {
  useLayoutEffect(() => {
    hold.current?.arrive();
    hold.current = null;
  }, [hold]);
  return null;
}

/** Covers the page while a dialog loads. */
export const DialogLoading = () => (
  <div className="fixed inset-0 z-40 grid place-items-center bg-overlay">
    <Spinner className="size-6" />
  </div>
);

import { type RefObject, useEffect, useRef, useState } from 'react';

interface Editing {
  isEditing: boolean;
  edit: () => void;
  done: () => void;
  /** For the button that calls `edit`. */
  opener: RefObject<HTMLButtonElement | null>;
}

/**
 * The state of a form that replaces what it edits, `isOpen` from the start. When the form closes, the focus returns to the button that
 * opened it.
 */
export function useEditing(isOpen = false): Editing {
  const [isEditing, setEditing] = useState(isOpen);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Only a lost focus: the member may have moved on while the form was sent.
    if (wasEditing.current && !isEditing && document.activeElement === document.body)
      opener.current?.focus({ preventScroll: true });
    wasEditing.current = isEditing;
  }, [isEditing]);
  return { isEditing, edit: () => setEditing(true), done: () => setEditing(false), opener };
}

import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useWhenAtRest } from '../../lib/hooks/use-still-rows';
import { Button, type ButtonVariant } from '../button/Button';
import { OnlineButton } from '../button/OnlineButton';
import { useOnce } from '../button/use-once';
import { cx } from '../cx';
import { onEscape } from '../form/on-escape';
import { Decided } from './Decided';

/**
 * Scrolls the panel that opens below a pressed button into view, and focuses it: on a phone it opens below the fold. In a thread that
 * follows its end, the button and the request above it would scroll away; they stay unless the panel needs the room.
 */
function showBelow(button: Element, panel: RefObject<HTMLElement | null>): void {
  // Only a thread is a section that scrolls by itself.
  const thread = button.closest('section[tabindex]');
  const { top } = button.getBoundingClientRect();
  const hold = (left: number) => {
    thread?.scrollBy(0, button.getBoundingClientRect().top - top);
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
    // The panel and the thread need a few frames to take their sizes.
    if (left > 0) requestAnimationFrame(() => hold(left - 1));
  };
  hold(5);
}

/** Focuses the outcome once a panel with the focus disappears: only then, so that a second press of Enter hits nothing. */
function passOnFromPanel(panel: HTMLElement): void {
  if (!panel.contains(document.activeElement)) return;
  const place = panel.closest('[data-decision]');
  // The update that removes the panel may bring the outcome, too.
  queueMicrotask(() => {
    if (document.activeElement === document.body)
      place?.querySelector<HTMLElement>('[data-outcome]')?.focus({ preventScroll: true });
  });
}

interface Ask {
  /** The label of the button that opens the question. */
  label: ReactNode;
  /** The button's accessible name where several are on screen. */
  name?: string;
  variant?: ButtonVariant;
  /** Another action on the same subject is in progress. */
  busy?: boolean;
  className?: string;
  /** The question, for assistive technology. */
  question: string;
  /** Fields above the answers. */
  fields?: ReactNode;
  /** Names the consequences in a sentence or two. */
  consequence: ReactNode;
  yes: string;
  no?: string;
  /** Performs the action. Returns true on success; otherwise the question stays open. */
  act: () => Promise<boolean>;
  /**
   * Replaces the buttons after the action: the question then stays, read-only, until the reader is no longer about to press there. Without
   * it, the question closes at once; so it does when `done` becomes null again, as after an undo.
   */
  done?: ReactNode;
  /** Called when the question closes without an answer, or later after one. */
  onClose?: () => void;
}

/**
 * Asks for confirmation in place: the question opens below its button and takes the focus, with its buttons at the opposite side. Escape
 * answers `no`. The last line is text, because a thread anchored at its end moves that line under the pointer.
 */
export function useAsk({ label, name, variant = 'ghost', busy = false, className, ...asked }: Ask): {
  button: ReactNode;
  panel: ReactNode;
  isOpen: boolean;
  isDone: boolean;
} {
  const { question, fields, consequence, yes, no = 'Cancel', act, done, onClose } = asked;
  const [isOpen, setOpen] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const attachPanel = useCallback((element: HTMLDivElement) => {
    panel.current = element;
    return () => {
      panel.current = null;
      passOnFromPanel(element);
    };
  }, []);
  const shut = () => {
    setOpen(false);
    onClose?.();
  };
  const focusButton = () => document.getElementById(`${id}-ask`)?.focus({ preventScroll: true });
  const close = () => {
    shut();
    focusButton();
  };
  const [isSending, answer] = useOnce(async () => {
    if (!(await act())) return;
    if (done === undefined) setOpen(false);
    else setAnswered(true);
  });
  // The outcome may arrive before the answer. Removing the question in between would move what is below.
  const isDone = isOpen && (isAnswered || isSending) && done !== undefined && done !== null;
  const isUndone = isOpen && isAnswered && !isDone;
  useEffect(() => {
    if (isUndone) {
      shut();
      // The button that undid the action, and had the focus, has disappeared.
      if (document.activeElement === document.body) focusButton();
    }
  });
  useWhenAtRest(isDone, shut, panel, 'ul, section');
  const pressKey = onEscape(close, isSending || !isOpen || isAnswered);
  return {
    isOpen,
    isDone,
    button: (
      <OnlineButton
        id={`${id}-ask`}
        size="sm"
        variant={variant}
        busy={busy}
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-panel` : undefined}
        className={cx('opens', className)}
        onKeyDown={pressKey}
        onClick={({ currentTarget }) => {
          setOpen(true);
          setAnswered(false);
          showBelow(currentTarget, panel);
        }}
      >
        {label}
      </OnlineButton>
    ),
    panel: isOpen && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be hidden without a gap
      <div
        ref={attachPanel}
        id={`${id}-panel`}
        role="group"
        aria-label={question}
        tabIndex={-1}
        onKeyDown={pressKey}
        className="grid w-full gap-3 rounded-sm pt-1"
      >
        <div inert={isDone} className="grid gap-3 empty:hidden inert:opacity-60">
          {fields}
        </div>
        <Decided outcome={isDone ? done : null} className="justify-items-end">
          <Button size="sm" onClick={close}>
            {no}
          </Button>
          <OnlineButton size="sm" variant="danger" busy={isSending} aria-describedby={`${id}-then`} onClick={answer}>
            {yes}
          </OnlineButton>
        </Decided>
        <p id={`${id}-then`} className="min-h-control content-center text-muted text-sm sm:justify-self-end">
          {consequence}
        </p>
      </div>
    ),
  };
}

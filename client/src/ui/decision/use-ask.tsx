import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useRest } from '../../lib/hooks/use-still-rows';
import { Button, type ButtonVariant } from '../button/Button';
import { OnlineButton } from '../button/OnlineButton';
import { useOnce } from '../button/use-once';
import { cx } from '../cx';
import { onEscape } from '../form/on-escape';
import { Decided } from './Decided';

/**
 * Brings what opens below a pressed button on screen, with the focus: on a phone it opens below the fold. In a thread that follows its end,
 * the button and the request above it would move out of sight. They stay, unless what opens needs the room.
 */
function showBelow(button: Element, panel: RefObject<HTMLElement | null>): void {
  // No other section scrolls by itself.
  const thread = button.closest('section[tabindex]');
  const { top } = button.getBoundingClientRect();
  const hold = (left: number) => {
    thread?.scrollBy(0, button.getBoundingClientRect().top - top);
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
    // The panel and the thread take a few frames.
    if (left > 0) requestAnimationFrame(() => hold(left - 1));
  };
  hold(5);
}

interface Ask {
  /** The button that asks. */
  label: ReactNode;
  /** Its name where several are on screen. */
  name?: string;
  variant?: ButtonVariant;
  /** Another act on the same thing is under way. */
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
  /** The act. Returns true if the question is answered by it. */
  act: () => Promise<boolean>;
  /**
   * Takes the place of the answers after the act, for as long as it is given: the question then fills its place, to be read alone, until
   * nobody is about to press there. Without it the question closes at once, also once it is gone again after an undo.
   */
  done?: ReactNode;
  /** Called when the question is closed without an answer, or some time after it. */
  onClose?: () => void;
}

/**
 * Asks before an act, in place: the question opens below its button and takes the focus, with the answers at the button's
 * other side. Escape is the answer `no`. The last line is text, because a thread that is anchored at its
 * end moves it below the pointer.
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
  const isDone = isOpen && isAnswered && Boolean(done);
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const shut = () => {
    setOpen(false);
    onClose?.();
  };
  const focusButton = () => document.getElementById(`${id}-ask`)?.focus({ preventScroll: true });
  const close = () => {
    shut();
    focusButton();
  };
  const isUndone = isOpen && isAnswered && !isDone;
  useEffect(() => {
    if (isUndone) {
      shut();
      // The button that undid it is gone.
      if (document.activeElement === document.body) focusButton();
    }
  });
  useRest(isDone, shut, panel, 'ul, section');
  const [isSending, answer] = useOnce(async () => {
    const place = panel.current?.closest('[data-decision]');
    if (!(await act())) return;
    if (done === undefined) setOpen(false);
    else setAnswered(true);
    // Once the button is gone, so that a second press of Enter reaches nothing.
    setTimeout(() => {
      if (document.activeElement === document.body)
        place?.querySelector<HTMLElement>('[data-outcome]')?.focus({ preventScroll: true });
    });
  });
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
        ref={panel}
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
        <Decided outcome={isDone ? done : null} className="justify-items-end *:data-outcome:justify-self-start">
          <Button size="sm" onClick={close}>
            {no}
          </Button>
          <OnlineButton size="sm" variant="danger" busy={isSending} aria-describedby={`${id}-then`} onClick={answer}>
            {yes}
          </OnlineButton>
        </Decided>
        <p id={`${id}-then`} className="min-h-control content-center text-muted text-sm sm:text-right">
          {consequence}
        </p>
      </div>
    ),
  };
}

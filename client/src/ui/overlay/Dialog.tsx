import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../button/IconButton';
import { cx } from '../cx';
import { Banner } from '../page/Banner';
import { useBackCloses } from './back-closes';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** Places the dialog near the top of a wide window, so that its first lines stay in place when the height changes. */
  isAtTop?: boolean;
  children: ReactNode;
}

/** Controls that may take the focus first. Tabs come first, since a field in a tab may be the dialog's last control. */
const firstFields = '[role=tab][aria-selected=true], input:not([hidden]), textarea, select';

/** Returns the first field; if it is a radio button, the chosen one of its group. */
function firstFieldIn(dialog: Element): HTMLElement | null {
  const first = dialog.querySelector<HTMLElement>(firstFields);
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  return first.closest('fieldset')?.querySelector<HTMLElement>(':checked') ?? first;
}

/** Whether the dialog would have to scroll to the field; a dialog opens at its top. */
const isBelow = (field: HTMLElement): boolean => {
  const { bottom } = field.closest('[data-dialog-content]')?.getBoundingClientRect() ?? { bottom: 0 };
  return field.getBoundingClientRect().bottom > bottom;
};

/**
 * Moves the focus from the page to the outcome that has replaced a dialog's button, as soon as it is there, since its code may come later.
 * Not once the member does something else.
 */
function focusOutcome(page: HTMLElement, place: Element | null): void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const focus = () => place?.querySelector<HTMLElement>('[data-outcome]')?.focus({ preventScroll: true });
  const observer = new MutationObserver(focus);
  if (place) observer.observe(place, { childList: true, subtree: true, attributeFilter: ['data-outcome'] });
  signal.addEventListener('abort', () => observer.disconnect());
  page.addEventListener('blur', () => waiting.abort(), { signal });
  for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, () => waiting.abort(), { signal });
  focus();
}

/**
 * A modal that traps focus, closes on Escape and Back, and returns the focus. On a phone it rises from the bottom. It
 * focuses its first field itself, since autoFocus would act before the opener is known. A press outside doesn't close
 * it, to protect typed text.
 */
export function Dialog({ open, onOpenChange, title, description, isAtTop = false, children }: DialogProps) {
  useBackCloses(() => onOpenChange(false), open);
  const opener = useRef<Element | null>(null);
  const place = useRef<Element | null>(null);
  const focusFirstField = (event: Event) => {
    opener.current = document.activeElement;
    place.current = opener.current?.closest('article, [data-place]') ?? null;
    const field = event.target instanceof Element && firstFieldIn(event.target);
    if (!field || isBelow(field)) return;
    event.preventDefault();
    field.focus();
    // The caret is at the end of a filled-in text, but the reader begins at its start.
    field.scrollLeft = 0;
  };
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    // The dialog's action may have removed its button; the focus then moves to the page.
    const back = opener.current?.isConnected ? opener.current : document.getElementById('main');
    if (!(back instanceof HTMLElement)) return;
    back.focus({ preventScroll: true });
    if (back !== opener.current) focusOutcome(back, place.current);
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-enter bg-overlay [--rise:0px]" />
        <Radix.Content
          data-modal
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={giveFocusBack}
          onInteractOutside={(event) => event.preventDefault()}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full max-w-lg animate-enter flex-col rounded-t-xl border border-line bg-surface shadow-float max-sm:[--rise:2rem] sm:h-fit sm:rounded-xl',
            isAtTop ? 'sm:top-[8dvh]' : 'sm:inset-y-0 sm:my-auto',
          )}
        >
          <div className="flex items-start justify-between gap-4 border-line border-b py-3 pr-3 pl-5">
            <div data-lane="dialog" className="min-w-0 flex-1 pt-2">
              <Radix.Title className="text-lg">{title}</Radix.Title>
              {description && <Radix.Description className="text-muted text-sm">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" />
            </Radix.Close>
          </div>
          <div
            data-dialog-content
            className="overflow-y-auto p-5 pb-[calc(1.25rem+var(--safe-bottom))] has-data-pinned:scroll-pb-32"
          >
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A dialog's buttons, below its content: Cancel first, the main action last. On a phone they share the whole width. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">{children}</div>
);

/**
 * The same in view at the end of a dialog that may be longer than the window, while the content above scrolls. `failure` is the text
 * of a refused act, next to the button that was pressed.
 */
export const PinnedDialogActions = ({ failure, children }: { failure?: string | null; children: ReactNode }) => (
  <div
    data-pinned
    className="sticky bottom-[calc(-1.25rem-var(--safe-bottom))] -mx-5 mb-[calc(-1.25rem-var(--safe-bottom))] border-line border-t bg-surface px-5 pt-3 pb-[calc(0.75rem+var(--safe-bottom))] sm:rounded-b-xl short:static"
  >
    {failure && (
      <Banner tone="error" className="mb-3">
        {failure}
      </Banner>
    )}
    <DialogActions>{children}</DialogActions>
  </div>
);

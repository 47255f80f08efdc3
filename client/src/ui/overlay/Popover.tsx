import {
  type ComponentProps,
  type CSSProperties,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cx } from '../cx';
import { useBackCloses } from './back-closes';

interface PopoverProps {
  /** One button, which becomes the trigger. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** The panel's name for assistive technology. */
  label: string;
  /** The panel's id, for a second button with it as `popoverTarget`. */
  panelId?: string | undefined;
  /** The panel's role. Lines of a menu move the focus themselves (MenuItems). */
  role?: 'dialog' | 'menu';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Classes of the panel, such as another width. */
  className?: string;
  children: ReactNode;
}

/** The width of the class `w-80`. */
const WIDTH_PX = 320;
const GAP_PX = 6;
const MARGIN_PX = 8;

/**
 * A panel that hangs from a button. It's the platform's own popover: the browser puts it on top, closes it on Escape
 * and outside clicks, and returns the focus, as Back does. A library would cost every page 25 kB.
 */
export function Popover({
  trigger,
  label,
  panelId,
  role = 'dialog',
  open,
  onOpenChange,
  className,
  children,
}: PopoverProps) {
  const ownId = useId();
  const id = panelId ?? ownId;
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const leave = () => {
    // Returns the focus before the content, which has it, is removed.
    if (panel.current?.contains(document.activeElement)) anchor.current?.focus({ preventScroll: true });
    onOpenChange(false);
  };
  useBackCloses(leave, open);
  const [place, setPlace] = useState<CSSProperties>({});

  // The caller may also close it, for example after a choice.
  useEffect(() => {
    if (!open && panel.current?.matches(':popover-open')) panel.current.hidePopover();
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const close = () => onOpenChange(false);
    window.addEventListener('resize', close);
    return () => window.removeEventListener('resize', close);
  }, [open, onOpenChange]);

  // Before iOS 18.3, Safari leaves a popover open after a press outside.
  useEffect(() => {
    if (!open) return;
    const live = new AbortController();
    let isOutside = false;
    const note = ({ type, target }: PointerEvent) => {
      const { current } = panel;
      if (current === null || !(target instanceof Element)) return;
      const wasOutside = isOutside;
      isOutside = !current.contains(target) && target.closest(`[popovertarget="${id}"]`) === null;
      if (type === 'pointerup' && wasOutside && isOutside && current.matches(':popover-open')) onOpenChange(false);
    };
    for (const type of ['pointerdown', 'pointerup'] as const)
      document.addEventListener(type, note, { signal: live.signal, capture: true, passive: true });
    return () => live.abort();
  }, [open, id, onOpenChange]);

  const beforeToggle = (event: ToggleEvent<HTMLDivElement>) => {
    const box = anchor.current?.getBoundingClientRect();
    if (event.newState !== 'open' || box === undefined) return;
    const pageWidth = document.documentElement.clientWidth;
    // Aligned with the button's outer edge, within the page.
    const isLeft = box.left + box.right < pageWidth;
    const widest = Math.max(MARGIN_PX, pageWidth - WIDTH_PX - MARGIN_PX);
    const wanted = isLeft ? pageWidth - box.left - WIDTH_PX : pageWidth - box.right;
    const right = Math.min(Math.max(MARGIN_PX, wanted), widest);
    // Above or below the button, whichever has more room.
    const below = window.innerHeight - box.bottom - GAP_PX;
    const above = box.top - GAP_PX;
    setPlace(
      below >= above
        ? { top: box.bottom + GAP_PX, right, maxHeight: below - MARGIN_PX }
        : { top: 'auto', bottom: window.innerHeight - above, right, maxHeight: above - MARGIN_PX },
    );
  };
  const toggle = (event: ToggleEvent<HTMLDivElement>) => {
    onOpenChange(event.newState === 'open');
    if (event.newState === 'open') panel.current?.focus();
  };

  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        popoverTarget: id,
        'aria-haspopup': role,
        'aria-expanded': open,
      })}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of its roles take a label */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        tabIndex={-1}
        onBeforeToggle={beforeToggle}
        onToggle={toggle}
        style={place}
        className={cx(
          'fixed bottom-auto left-auto w-80 max-w-[calc(100vw-1rem)] animate-enter overflow-y-auto rounded-lg border border-line bg-raised text-fg shadow-float [--ends:var(--c-raised)] [@media(max-height:30rem)]:shaded-ends',
          className,
        )}
      >
        {open && children}
      </div>
    </>
  );
}

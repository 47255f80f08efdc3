import { chatLimits } from '@sangam/shared/chat/limits';
import { unspaced } from '@sangam/shared/core/format/unspaced';
import { charCount, isBlank } from '@sangam/shared/core/text';
import type { LucideIcon } from 'lucide-react';
import {
  type ClipboardEvent,
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { importOnce } from '../../../lib/loading/load-part';
import { IconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { EmojiButton } from './EmojiButton';
import type { SuggestProps } from './SuggestList';

/**
 * Loads a list of suggestions when a word first needs it. If it can't be loaded, shortcodes stay as typed, and mentions are typed in full.
 */
const suggestList = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
const EmojiSuggest = suggestList<SuggestProps>(() => import('./EmojiSuggest').then((part) => part.EmojiSuggest));
const MentionSuggest = suggestList<SuggestProps & { conversation: ConversationKey }>(() =>
  import('./MentionSuggest').then((part) => part.MentionSuggest),
);
const beginsCode = /(?:^|\W):[\w+-]+:?$/u;
const beginsMention = new RegExp(String.raw`(?:^|[^\p{L}\p{N}\p{M}_]|${unspaced.source})@[\p{L}\p{N}\p{M}_]*$`, 'u');

/** The number of characters left is shown below this. */
const SHOWN_LEFT_CHARS = 200;
const COMPOSING_KEY_CODE = 229;

interface MessageFieldProps {
  /** The conversation whose members are suggested for mentions. */
  conversation?: ConversationKey;
  text: string;
  onChange: (text: string) => void;
  /** Called on Enter and on a press of the button, unless the text is blank or too long. */
  onDone: () => void;
  /** Returns true when it handled the key. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  label: string;
  placeholder: string;
  done: { icon: LucideIcon; label: string };
  /** Whether the field takes the focus when it appears. */
  focuses: () => boolean;
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  /** Rendered before the text. */
  before?: ReactNode;
  /** The message has files, so the text may be blank. */
  hasMore?: boolean;
  /** A file was rejected, so the message can't be sent. */
  isRefused?: boolean;
}

/** Touch keyboards have no Shift+Enter, so their Enter adds a line, and the button submits. */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/**
 * Whether the device has a keyboard of its own: a touch keyboard would cover the conversation just opened. A device without any pointer
 * counts as having keys.
 */
export const hasKeys = (): boolean => !isTouch();

/** A text field that grows with its text. Enter submits, except on touch; Shift+Enter inserts a line break. */
export function MessageField(props: MessageFieldProps) {
  const { conversation, text, onChange, onDone, onKey, label, placeholder, done, focuses, onPaste, before } = props;
  const { hasMore = false, isRefused = false } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const left = chatLimits.messageMaxChars - charCount(text.trim());
  const emoji = useSuggestList(beginsCode, (area) => <EmojiSuggest field={area} onChange={onChange} />);
  const members = useSuggestList(
    beginsMention,
    (area) => conversation && <MentionSuggest field={area} onChange={onChange} conversation={conversation} />,
  );
  const isReady = (hasMore || !isBlank(text)) && left >= 0 && !isRefused;

  useOwnHeight(field, text);
  useHeldHeight(field);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useLayoutEffect(() => {
    if (!focuses()) return;
    field.current?.focus();
    // Puts the caret after the existing text.
    field.current?.setSelectionRange(text.length, text.length);
  }, []);

  const finish = () => {
    if (!isReady) return;
    onDone();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed (Hindi, Japanese …) Enter belongs to the input method. Safari reports that by key
    // code.
    const composing = event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY_CODE;
    if (!composing && (formats(event) || onKey(event))) return;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    if (isTouch() && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (!emoji.takesEnter(event.currentTarget) && !members.takesEnter(event.currentTarget)) finish();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    finish();
  };

  return (
    <form onSubmit={onSubmit} className="@container relative">
      {emoji.shown}
      {members.shown}
      {/* With large text, the buttons are below the field. */}
      <div className="flex items-end gap-2 rounded-xl border border-control bg-surface p-1 focus-within:border-muted @max-[15rem]:flex-wrap @max-[15rem]:justify-between">
        {before}
        <textarea
          ref={field}
          onPaste={onPaste}
          rows={1}
          dir="auto"
          value={text}
          onChange={({ target }) => {
            emoji.follow(target);
            members.follow(target);
            onChange(target.value);
          }}
          onKeyDown={onKeyDown}
          aria-label={label}
          aria-describedby={left < SHOWN_LEFT_CHARS ? 'composer-left' : undefined}
          aria-invalid={left < 0 || undefined}
          placeholder={placeholder}
          enterKeyHint={isTouch() ? 'enter' : 'send'}
          className="field-sizing-content max-h-40 min-h-control min-w-0 flex-1 resize-none bg-transparent px-3 py-2.5 text-base leading-normal outline-none not-first:pl-1 @max-[15rem]:order-first @max-[15rem]:basis-full @max-[15rem]:pl-3"
        />
        <EmojiButton field={field} onChange={onChange} />
        <IconButton
          type="submit"
          {...done}
          disabled={!isReady}
          className="bg-accent text-on-accent not-disabled:hover:bg-accent-hover not-disabled:hover:text-on-accent disabled:bg-transparent disabled:text-faint"
        />
      </div>
      {left < SHOWN_LEFT_CHARS && (
        <p
          id="composer-left"
          aria-live="polite"
          className={cx('pt-1 text-sm', left < 0 ? 'text-danger-text' : 'text-muted')}
        >
          {charsLeft(left)}
        </p>
      )}
    </form>
  );
}

const charsLeft = (left: number): string =>
  `${Math.abs(left)} ${Math.abs(left) === 1 ? 'character' : 'characters'} ${left < 0 ? 'over the limit' : 'left'}`;

const loadFormat = importOnce(() => import('./format-selection'));

/** Formats the selection, and returns true for the shortcut of a format (R6.12). */
function formats(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, currentTarget: field } = event;
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return false;
  // Starts loading when the modifier is pressed, so that the code is there by the time of the letter.
  const format = loadFormat();
  if (!/^[bie]$/iu.test(key)) return false;
  event.preventDefault();
  void format.then((part) => part?.formatSelection(field, key));
  return true;
}

/** Whether the browser sizes the field itself, by `field-sizing`, which saves a layout of the whole page on each key. */
const sizesItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/** Keeps the field as high as its text. */
function useOwnHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height
  useLayoutEffect(() => {
    const area = field.current;
    const box = area?.parentElement;
    if (sizesItself || !area || !box) return;
    // The box keeps its height during measurement: otherwise the thread above would grow for a moment and scroll.
    box.style.minHeight = `${box.offsetHeight}px`;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
    box.style.minHeight = '';
  }, [text]);
}

/**
 * Keeps the height while a selection is replaced: the browser lays the field out without the selected text first, so the thread above
 * would grow for a moment and scroll.
 */
function useHeldHeight(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const area = field.current;
    const box = area?.parentElement;
    if (!sizesItself || !area || !box) return;
    const hold = ({ inputType }: InputEvent) => {
      if (area.selectionStart === area.selectionEnd && !inputType.startsWith('history')) return;
      box.style.minHeight = `${box.offsetHeight}px`;
      requestAnimationFrame(() => {
        box.style.minHeight = '';
      });
    };
    area.addEventListener('beforeinput', hold);
    return () => area.removeEventListener('beforeinput', hold);
  }, [field]);
}

/** A list of suggestions for the word being typed, loaded once the text before the caret first matches `begins`. */
function useSuggestList(begins: RegExp, list: (field: HTMLTextAreaElement) => ReactNode) {
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  const [isThere, setThere] = useState(false);
  const [waits, setWaits] = useState(false);
  return {
    shown: field && (
      <Suspense>
        {list(field)}
        <OnceThere
          then={() => {
            setThere(true);
            if (waits) pressEnter(field);
          }}
        />
      </Suspense>
    ),
    /** Loads the list if the text before the caret matches `begins`. */
    follow(target: HTMLTextAreaElement): void {
      if (begins.test(beforeCaret(target))) setField(target);
    },
    /** Returns true if Enter is meant for the list, which is still loading; Enter is pressed again once the list is there. */
    takesEnter(target: HTMLTextAreaElement): boolean {
      const isLoading = field !== null && !isThere && !waits && begins.test(beforeCaret(target));
      if (isLoading) setWaits(true);
      return isLoading;
    },
  };
}

const beforeCaret = ({ value, selectionStart }: HTMLTextAreaElement): string => value.slice(0, selectionStart);

/** Calls `then` once the parts rendered before it have loaded. */
function OnceThere({ then }: { then: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it appears with them, and is rendered with what is current then
  useEffect(then, []);
  return null;
}

/** The list needs a moment to read the field. */
const LISTED_WITHIN_MS = 50;
const pressEnter = (field: HTMLTextAreaElement): void =>
  void setTimeout(
    () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
    LISTED_WITHIN_MS,
  );

/** The box at the end of a conversation that holds a field. */
export const composerBox =
  'border-line border-t p-2.5 pb-[max(0.625rem,var(--safe-bottom))] md:px-4 md:pt-3 md:pb-[max(0.75rem,var(--safe-bottom))]';

import { chatLimits } from '@sangam/shared/chat/limits';
import { charCount, isBlank } from '@sangam/shared/core/text';
import { unspaced } from '@sangam/shared/core/unspaced';
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
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { IconButton } from '../../../ui/button/IconButton';
import { EmojiButton } from './EmojiButton';
import { putIn } from './put-in';
import type { SuggestProps } from './SuggestList';

// Loads with the first typed shortcode. Without it, shortcodes stay as typed.
const EmojiSuggest = lazy<ComponentType<SuggestProps>>(() =>
  import('./EmojiSuggest').then(
    ({ EmojiSuggest }) => ({ default: EmojiSuggest }),
    () => ({ default: () => null }),
  ),
);
const beginsCode = /(?:^|\W):[\w+-]+:?$/u;

// Loads with the first `@`. Without it, names are written out.
const MentionSuggest = lazy<ComponentType<SuggestProps & { conversation: ConversationKey }>>(() =>
  import('./MentionSuggest').then(
    ({ MentionSuggest }) => ({ default: MentionSuggest }),
    () => ({ default: () => null }),
  ),
);
const beginsMention = new RegExp(String.raw`(?:^|[^\p{L}\p{N}\p{M}_]|${unspaced.source})@[\p{L}\p{N}\p{M}_]*$`, 'u');

/** The number of characters left is shown from here on. */
const COUNT_FROM_CHARS = chatLimits.messageMaxChars - 200;
const COMPOSING_KEY_CODE = 229;

interface MessageFieldProps {
  /** Its members are suggested for mentions. */
  conversation?: ConversationKey;
  text: string;
  onChange: (text: string) => void;
  /** Called on Enter and on the button, unless the text is blank or too long. */
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

/** On a phone, a keyboard would cover the conversation that was just opened. */
export const hasPointer = (): boolean => window.matchMedia('(pointer: fine)').matches;

/** Touch keyboards have no Shift+Enter, so their Enter adds a line, and the button submits. */
const addsLine = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** A text field that grows with its text. Enter submits, except on touch; Shift+Enter inserts a line break. */
export function MessageField(props: MessageFieldProps) {
  const { text, onChange, onDone, onKey, label, placeholder, done, focuses, onPaste, before } = props;
  const { hasMore = false, isRefused = false } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const left = chatLimits.messageMaxChars - charCount(text.trim());
  const lists = useSuggestLists(field, props);
  const isReady = (hasMore || !isBlank(text)) && left >= 0 && !isRefused;

  useOwnHeight(field, text);
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
    if (!composing && (formatSelection(event) || onKey(event))) return;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    if (addsLine() && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { value, selectionStart } = event.currentTarget;
    const typed = value.slice(0, selectionStart);
    if (!lists.takesEnter(typed)) finish();
  };
  const insert = (emoji: string) => {
    const area = field.current;
    if (area && !putIn(area, area.selectionStart, area.selectionEnd, emoji)) onChange(area.value);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    finish();
  };

  return (
    <form onSubmit={onSubmit} className="@container relative">
      {lists.shown}
      {/* With large text, the buttons stand below the field. */}
      <div className="flex items-end gap-2 rounded-xl border border-control bg-surface p-1 focus-within:border-focus @max-[15rem]:flex-wrap @max-[15rem]:justify-between">
        {before}
        <textarea
          ref={field}
          onPaste={onPaste}
          rows={1}
          dir="auto"
          value={text}
          onChange={({ target }) => {
            lists.follow(target);
            onChange(target.value);
          }}
          onKeyDown={onKeyDown}
          aria-label={label}
          aria-describedby={left < chatLimits.messageMaxChars - COUNT_FROM_CHARS ? 'composer-left' : undefined}
          aria-invalid={left < 0 || undefined}
          placeholder={placeholder}
          enterKeyHint={addsLine() ? 'enter' : 'send'}
          className="max-h-40 min-h-control flex-1 resize-none bg-transparent px-3 py-2.5 text-base leading-normal outline-none not-first:pl-1 @max-[15rem]:order-first @max-[15rem]:basis-full @max-[15rem]:pl-3"
        />
        <EmojiButton onChoose={insert} />
        <IconButton
          type="submit"
          {...done}
          disabled={!isReady}
          className="bg-accent text-on-accent hover:bg-accent-hover hover:text-on-accent disabled:bg-transparent disabled:text-faint"
        />
      </div>
      {left < chatLimits.messageMaxChars - COUNT_FROM_CHARS && (
        <p
          id="composer-left"
          aria-live="polite"
          className={left < 0 ? 'pt-1 text-danger-text text-sm' : 'pt-1 text-muted text-sm'}
        >
          {left < 0 ? `${-left} characters over the limit` : `${left} characters left`}
        </p>
      )}
    </form>
  );
}

/** Keeps the field as high as its text. */
function useOwnHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height
  useLayoutEffect(() => {
    const area = field.current;
    const box = area?.parentElement;
    if (!area || !box) return;
    // The box keeps its height during measurement: otherwise the thread above would grow for a moment and scroll.
    box.style.minHeight = `${box.offsetHeight}px`;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
    box.style.minHeight = '';
  }, [text]);
}

interface SuggestLists {
  shown: ReactNode;
  /** Loads the list whose code or name begins before the caret. */
  follow: (field: HTMLTextAreaElement) => void;
  /** Enter after this text belongs to a list that is still loading: it is pressed again once the list is there. */
  takesEnter: (typed: string) => boolean;
}

/** The lists of emojis and of members that suggest what is being typed. Each loads when it is first needed. */
function useSuggestLists(
  field: RefObject<HTMLTextAreaElement | null>,
  { conversation, onChange }: Pick<MessageFieldProps, 'conversation' | 'onChange'>,
): SuggestLists {
  const [coded, setCoded] = useState<HTMLTextAreaElement | null>(null);
  const [mentioning, setMentioning] = useState<HTMLTextAreaElement | null>(null);
  /** The lists that have loaded. */
  const [hasEmoji, setHasEmoji] = useState(false);
  const [hasMembers, setHasMembers] = useState(false);
  const [waits, setWaits] = useState(false);
  const stopWaiting = () => {
    setWaits(false);
    if (waits && field.current) pressEnter(field.current);
  };
  return {
    follow(target) {
      const typed = target.value.slice(0, target.selectionStart);
      if (beginsCode.test(typed)) setCoded(target);
      if (conversation && beginsMention.test(typed)) setMentioning(target);
    },
    takesEnter(typed) {
      const isLoading =
        (coded !== null && !hasEmoji && beginsCode.test(typed)) ||
        (mentioning !== null && !hasMembers && beginsMention.test(typed));
      if (!isLoading || waits) return false;
      setWaits(true);
      return true;
    },
    shown: (
      <>
        {coded && (
          <Suspense>
            <EmojiSuggest field={coded} onChange={onChange} />
            <OnceThere
              then={() => {
                setHasEmoji(true);
                stopWaiting();
              }}
            />
          </Suspense>
        )}
        {mentioning && conversation && (
          <Suspense>
            <MentionSuggest field={mentioning} onChange={onChange} conversation={conversation} />
            <OnceThere
              then={() => {
                setHasMembers(true);
                stopWaiting();
              }}
            />
          </Suspense>
        )}
      </>
    ),
  };
}

/** Calls back once the parts before it have loaded. */
function OnceThere({ then }: { then: () => void }) {
  const call = useEffectEvent(then);
  useEffect(() => call(), []);
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

/** Shortcut letters and the signs they put around the selection (R6.12). */
const signs: Record<string, string> = { b: '**', i: '_', e: '`' };

/** Formats the selection, or removes its format, and returns true for a shortcut. Undo reverts it like typing. */
function formatSelection(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const sign = signs[event.key.toLowerCase()];
  if (sign === undefined || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
  event.preventDefault();
  const { currentTarget: field } = event;
  const { selectionStart, selectionEnd, value } = field;
  const words = value.slice(selectionStart, selectionEnd);
  const [from, to] = [selectionStart - sign.length, selectionEnd + sign.length];
  const isFormatted = from >= 0 && value.slice(from, to) === sign + words + sign;
  if (isFormatted) field.setSelectionRange(from, to);
  document.execCommand(
    isFormatted && words === '' ? 'delete' : 'insertText',
    false,
    isFormatted ? words : sign + words + sign,
  );
  const start = isFormatted ? from : selectionStart + sign.length;
  field.setSelectionRange(start, start + words.length);
  return true;
}

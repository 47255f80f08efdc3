import { limits } from '@sangam/shared/rules/limits';
import { charCount, cleanMessage, isBlank } from '@sangam/shared/rules/text';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { sendMessage } from '../../realtime/outbox-sender';
import { readDraft, writeDraft } from '../../stores/drafts';
import { IconButton } from '../../ui/IconButton';
import { formatSelection } from './format-keys';
import { useTypingSignal } from './use-typing-signal';

/** From here on the characters left are shown. */
const COUNT_FROM_CHARS = limits.messageMaxChars - 200;
const COMPOSING_KEY_CODE = 229;

/** Where one writes: grows with the text; Enter sends, Shift+Enter begins a line. */
export function Composer({ otherId, name }: { otherId: number; name: string }) {
  const [text, setText] = useState(() => readDraft(otherId));
  const field = useRef<HTMLTextAreaElement>(null);
  const signalTyping = useTypingSignal(otherId);
  const left = limits.messageMaxChars - charCount(text.trim());

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height
  useLayoutEffect(() => {
    const area = field.current;
    const box = area?.parentElement;
    if (!area || !box) return;
    // The box keeps its height while the text is measured: otherwise the thread above would grow for a moment, and scroll.
    box.style.minHeight = `${box.offsetHeight}px`;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
    box.style.minHeight = '';
  }, [text]);
  // A keyboard that pops up on a phone would hide the conversation that was just opened.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);

  const change = (next: string) => {
    setText(next);
    writeDraft(otherId, next);
    signalTyping(next);
  };
  const send = () => {
    if (isBlank(text) || cleanMessage(text) === null) return;
    sendMessage(otherId, text);
    change('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed (Hindi, Japanese …) Enter belongs to the input method; Safari says so by the code.
    const composing = event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY_CODE;
    if (!composing && formatSelection(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    event.preventDefault();
    send();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };

  return (
    <form
      onSubmit={onSubmit}
      className="border-line border-t p-2.5 pb-[max(0.625rem,var(--safe-bottom))] md:px-4 md:pt-3 md:pb-[max(0.75rem,var(--safe-bottom))]"
    >
      <div className="flex items-end gap-2 rounded-xl border border-control bg-surface p-1 focus-within:border-focus">
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          aria-label={`Message to ${name}`}
          aria-describedby={left < limits.messageMaxChars - COUNT_FROM_CHARS ? 'composer-left' : undefined}
          aria-invalid={left < 0 || undefined}
          placeholder="Write a message"
          enterKeyHint="send"
          className="max-h-40 min-h-control flex-1 resize-none bg-transparent px-3 py-2.5 text-base leading-normal outline-none"
        />
        <IconButton
          type="submit"
          icon={SendHorizontal}
          label="Send message"
          disabled={isBlank(text) || left < 0}
          className="bg-accent text-on-accent hover:bg-accent-hover hover:text-on-accent disabled:bg-transparent disabled:text-faint"
        />
      </div>
      {left < limits.messageMaxChars - COUNT_FROM_CHARS && (
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

import { type RefObject, useEffect, useRef } from 'react';
import { EmojiPanel } from '../emoji/EmojiPanel';
import { insertText } from './insert-text';

export interface InsertEmojiProps {
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onLeave: () => void;
}

/** The emoji panel, which has the focus and inserts the chosen emoji at the caret of a message's field. */
export function InsertEmoji({ field, onChange, onLeave }: InsertEmojiProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector('input')?.focus(), []);
  const insert = (emoji: string) => {
    onLeave();
    const area = field.current;
    if (area && !insertText(area, area.selectionStart, area.selectionEnd, emoji)) onChange(area.value);
  };
  return (
    <div ref={panel}>
      <EmojiPanel onChoose={insert} />
    </div>
  );
}

import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { followRenamed, keyNow } from '../../state/known-conversations';
import { followDraft, readDraft, writeDraft } from '../../state/outbox/drafts';

/** Each open composer's text. Kept here too, since the browser may refuse to store the draft. */
const useTexts = create<Partial<Record<ConversationKey, string>>>(() => ({}));

followRenamed((from, to) => {
  const text = useTexts.getState()[from];
  if (text !== undefined) useTexts.setState({ [from]: undefined, [to]: text });
});

export function useFieldText(conversation: ConversationKey): string {
  const text = useTexts((all) => all[conversation]);
  useLayoutEffect(() => {
    const showDraft = () => useTexts.setState({ [conversation]: readDraft(conversation) });
    showDraft();
    // Another tab may change or send the draft; text that only this field has stays.
    const stop = followDraft(conversation, (before) => fieldText(conversation) === before && showDraft());
    return () => {
      stop();
      useTexts.setState({ [conversation]: undefined });
    };
  }, [conversation]);
  return text ?? readDraft(conversation);
}

/** Returns the open composer's text; null once the composer is gone. */
export const fieldText = (conversation: ConversationKey): string | null =>
  useTexts.getState()[keyNow(conversation)] ?? null;

export function setFieldText(conversation: ConversationKey, text: string): void {
  if (fieldText(conversation) !== null) useTexts.setState({ [keyNow(conversation)]: text });
  writeDraft(conversation, text);
}

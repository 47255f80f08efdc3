import { cleanMessage } from '@sangam/shared/chat/message-text';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { Check, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { currentUserId } from '../../../core/session/session';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { holdKeyboard, NOTICED_WITHIN_MS } from '../../../lib/hold-keyboard';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { IconButton } from '../../../ui/button/IconButton';
import { CutLine } from '../../../ui/CutLine';
import { addToDraft } from '../../state/outbox/drafts';
import { type MessageDialog, openDialog, stopEditing } from '../../state/outbox/message-dialog';
import { useOutbox } from '../../state/outbox/outbox';
import { conversationOf, pendingFor } from '../../state/outbox/outbox-order';
import { editedText, storeEdit } from '../../state/outbox/unfinished-edit';
import { threadOf, useThreads } from '../../state/thread/threads';
import { oldestSeq } from '../../state/thread/threads.reduce';
import { actOn } from '../../sync/outbox-sender';
import { dialogOn, threadItems } from '../thread-items/thread.select';
import { composerBox, hasKeys, MessageField } from './MessageField';

/**
 * Replaces the composer while a message is edited: Enter saves, Escape cancels. An unsaved text survives leaving the
 * conversation and a reload.
 */
export function EditComposer({ dialog }: { dialog: MessageDialog }) {
  const { target, content } = dialog;
  const [begun] = useState(() => editedText(dialog));
  const [text, setText] = useState(begun ?? content);
  const change = (next: string) => {
    setText(next);
    storeEdit(dialog, next);
  };
  const leave = () => {
    storeEdit(dialog, null);
    stopEditing();
  };
  const onGone = useEffectEvent(() => {
    if (cleanMessage(text) !== null && text !== content) keepAsDraft(conversationOf(target), text);
    leave();
  });
  // The message was deleted on another device, so there is nothing to edit.
  const isGone = useThreads(({ byId }) => {
    const thread = byId[conversationOf(target)];
    const message = thread?.messages[(target.seq ?? 0) - oldestSeq(thread)];
    return message?.seq === target.seq && message?.deleted_at !== undefined;
  });
  useEffect(() => (isGone ? onGone() : undefined), [isGone]);
  useEffect(() => stopEditing, []);

  const save = () => {
    const words = cleanMessage(text);
    if (words !== null && words !== content) actOn(target, { verb: 'edit', text: words });
    leave();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return false;
    event.preventDefault();
    leave();
    return true;
  };

  return (
    // On touch, the composer in its place doesn't take the focus.
    <div ref={passFocusOn} className={composerBox}>
      <div className="flex items-center gap-2 pb-1 pl-3 text-muted text-sm">
        <Pencil aria-hidden className="size-4 shrink-0 text-accent-text" />
        <CutLine
          before={
            <>
              <span className="font-medium text-accent-text">Edit message</span>
              {' · '}
            </>
          }
        >
          {withoutFormatting(content)}
        </CutLine>
        <IconButton icon={X} label="Cancel edit" onClick={leave} />
      </div>
      <MessageField
        conversation={conversationOf(target)}
        text={text}
        onChange={change}
        onDone={save}
        onKey={onKey}
        label="Edit message"
        placeholder="Write a message"
        done={{ icon: Check, label: 'Save' }}
        focuses={() => begun === null || hasKeys()}
      />
    </div>
  );
}

/** Keeps an edit whose message was deleted. Enter, pressed to save it, must not send it as a new message. */
function keepAsDraft(conversation: ConversationKey, text: string): void {
  addToDraft(conversation, text);
  toast.error('This message was deleted. Your edit is now a draft.', { id: 'edit' });
  const hold = holdKeyboard(() => hold.drop());
  setTimeout(hold.giveBack, NOTICED_WITHIN_MS);
}

/** Opens the member's last message in a conversation for editing, even while it waits in the outbox. Returns false if none is editable. */
export function editLast(conversation: ConversationKey): boolean {
  const [me, thread, outbox] = [currentUserId(), threadOf(conversation), useOutbox.getState()];
  // While the reader is further back, the last loaded message isn't the newest.
  if (me === null || thread?.follows === false) return false;
  const items = threadItems(thread, pendingFor(outbox.items, conversation), me, pendingFor(outbox.acts, conversation));
  for (let index = items.count - 1; index >= 0; index -= 1) {
    const item = items.at(index);
    if (item === undefined || item.kind === 'card' || (item.kind === 'stored' && item.message.sender_id !== me))
      continue;
    const dialog = dialogOn(item, conversation, 'edit');
    if (dialog === null) continue;
    openDialog(dialog);
    return true;
  }
  return false;
}

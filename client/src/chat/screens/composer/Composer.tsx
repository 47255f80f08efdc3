import { SendHorizontal } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { type Attached, setAttached, useAttachedTo } from '../../state/files/attached';
import { readDraft, writeDraft } from '../../state/outbox/drafts';
import type { Beside } from '../../state/outbox/outbox.reduce';
import { setReply, useReply } from '../../state/outbox/replying';
import { sendMessage } from '../../sync/outbox-sender';
import { AttachButton } from '../attachments/AttachButton';
import { takeFiles } from '../attachments/take-files';
import { composerBox, MessageField } from './MessageField';
import { useTypingSignal } from './use-typing-signal';

const ReplyBar = lazyPart(() => import('./ReplyBar'), 'ReplyBar');
const AttachedFiles = lazyPart(() => import('../attachments/AttachedFiles'), 'AttachedFiles');

/** A keyboard that pops up on a phone would hide the conversation that was just opened. */
const hasPointer = (): boolean => window.matchMedia('(pointer: fine)').matches;

interface ComposerProps {
  otherId: number;
  name: string;
  /** From whose page one came. */
  projectId?: number | undefined;
}

/** Where one writes: Enter sends; the upward arrow in the empty field edits the last message. */
export function Composer({ otherId, name, projectId }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(otherId));
  const answered = useReply(otherId);
  const signalTyping = useTypingSignal(otherId);
  const attached = useAttachedTo(otherId);

  const change = (next: string) => {
    setText(next);
    writeDraft(otherId, next);
    signalTyping(next);
  };
  const send = () => {
    const beside = { ...besideOf(answered, attached), ...(projectId && { project_id: projectId }) };
    if (!sendMessage(otherId, text, beside)) return;
    change('');
    setReply(otherId, null);
    setAttached(otherId, []);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && answered !== null) {
      setReply(otherId, null);
      return true;
    }
    if (event.key !== 'ArrowUp' || text !== '') return false;
    event.preventDefault();
    // While the network is away and it was never loaded, the key does nothing.
    import('./edit-last').then(({ editLast }) => editLast(otherId)).catch(() => undefined);
    return true;
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    takeFiles(otherId, event.clipboardData.files);
  };

  return (
    <div className={composerBox} data-composer>
      {answered !== null && (
        <Suspense>
          <ReplyBar otherId={otherId} name={name} seq={answered} />
        </Suspense>
      )}
      {attached.length > 0 && (
        <Suspense>
          <AttachedFiles otherId={otherId} attached={attached} />
        </Suspense>
      )}
      <MessageField
        text={text}
        onChange={change}
        onDone={send}
        onKey={onKey}
        onPaste={onPaste}
        label={`Message to ${name}`}
        placeholder="Write a message"
        done={{ icon: SendHorizontal, label: 'Send message' }}
        focuses={hasPointer}
        before={<AttachButton onFiles={(files) => takeFiles(otherId, files)} />}
        hasMore={attached.length > 0}
        isHeld={attached.some(({ isRefused }) => isRefused)}
      />
    </div>
  );
}

const besideOf = (answered: number | null, attached: readonly Attached[]): Beside => ({
  ...(answered === null ? {} : { reply_to: answered }),
  ...(attached.length === 0 ? {} : { attachments: attached }),
});

import { isolate } from '@sangam/shared/core/isolate';
import { SendHorizontal } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, Suspense } from 'react';
import toast from 'react-hot-toast/headless';
import { useLocation, useNavigate } from 'react-router-dom';
import { holdKeyboard, NOTICED_WITHIN_MS } from '../../../lib/hold-keyboard';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { latePart, lazyPart } from '../../../lib/loading/lazy-part';
import { importOnce } from '../../../lib/loading/load-part';
import { attachedTo, readDraft, setAttached, setReply, useAttachedTo, useReply } from '../../state/outbox/drafts';
import type { MessageExtras } from '../../state/outbox/outbox-order';
import { useTypingSignal } from '../../state/thread/typing';
import { sendMessage } from '../../sync/outbox-sender';
import { ArrivingFiles, removeArriving, useArrivingFiles } from '../attachments/ArrivingFiles';
import { AttachButton, takeFiles } from '../attachments/AttachButton';
import type { AttachedFilesProps } from '../attachments/AttachedFiles';
import type { AskedProjectProps } from '../cards/LinkedCards';
import { focusComposer } from '../message/reply-to';
import { fieldText, setFieldText, useFieldText } from './field-text';
import { composerBox, hasKeys, MessageField } from './MessageField';

const ReplyBar = latePart(() => import('../message/Quote'), 'ReplyBar');
const AskedProject = latePart<'AskedProject', AskedProjectProps>(() => import('../cards/LinkedCards'), 'AskedProject');
const AttachedFiles = lazyPart<'AttachedFiles', AttachedFilesProps>(
  () => import('../attachments/AttachedFiles'),
  'AttachedFiles',
);

const loadEditing = importOnce(() => import('./EditComposer'));

interface ComposerProps {
  conversation: ConversationKey;
  name: string;
  /** The project whose page led here; the next message asks about it. */
  projectId?: number | undefined;
}

/** The message composer: Enter sends; the up arrow in an empty field edits the last message. */
export function Composer({ conversation, name, projectId }: ComposerProps) {
  const text = useFieldText(conversation);
  const answered = useReply(conversation);
  const signalTyping = useTypingSignal(conversation);
  const attached = useAttachedTo(conversation);
  const arriving = useArrivingFiles(conversation);
  const leaveProject = useLeaveProject();

  const change = (next: string) => {
    setFieldText(conversation, next);
    signalTyping(next);
  };
  /**
   * Sends the text as it was when Send was pressed, and leaves text added since in the field. If the text itself was changed since, sends
   * all of it.
   */
  const sendWritten = () => {
    const shown = fieldText(conversation);
    const now = shown ?? readDraft(conversation);
    const written = now.startsWith(text) ? text : now;
    const files = attachedTo(conversation);
    const extras: MessageExtras = {
      ...(answered !== null && { reply_to: answered }),
      ...(files.length > 0 && { attachments: files }),
      ...(projectId && { project_id: projectId }),
    };
    if (!sendMessage(conversation, written, extras)) return;
    if (projectId && shown !== null) leaveProject();
    change(now.slice(written.length).trimStart());
    setReply(conversation, null);
    setAttached(conversation, []);
  };
  const send = () => {
    if (arriving) void arriving.areAll.then((areAll) => areAll && sendWritten());
    else sendWritten();
  };
  const focusAgain = () => hasKeys() && focusComposer();
  const remove = (name: string) => {
    removeArriving(conversation, name);
    focusAgain();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && answered !== null) {
      setReply(conversation, null);
      return true;
    }
    if (event.key !== 'ArrowUp' || text !== '') return false;
    event.preventDefault();
    let isLeft = false;
    const hold = holdKeyboard(() => {
      isLeft = true;
      hold.drop();
    });
    void loadEditing().then((part) => {
      if (part === null && !isLeft) {
        toast.error('You can edit messages once you’re online.', { id: 'edit' });
        setTimeout(hold.drop, NOTICED_WITHIN_MS);
      } else if (!isLeft && part?.editLast(conversation)) hold.arrive();
      else hold.giveBack();
    });
    return true;
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    if (isText(event.clipboardData.getData('text/plain'), files)) {
      // The text is pasted in any case, even if the code of the offer can't be loaded.
      import('../attachments/pasted').then(
        (part) => part.offerAsPicture(conversation, files),
        () => undefined,
      );
      return;
    }
    event.preventDefault();
    takeFiles(conversation, files);
  };

  return (
    <div className={composerBox} data-composer>
      <div role="status">
        {projectId !== undefined && <AskedProject projectId={projectId} onRemove={leaveProject} />}
        {answered !== null && <ReplyBar conversation={conversation} name={name} seq={answered} />}
      </div>
      {attached.length > 0 && (
        <Suspense fallback={<ArrivingFiles files={attached} />}>
          <AttachedFiles conversation={conversation} attached={attached} onRemoved={focusAgain} />
        </Suspense>
      )}
      {arriving && <ArrivingFiles files={arriving.files} onRemove={remove} />}
      <MessageField
        conversation={conversation}
        text={text}
        onChange={change}
        onDone={send}
        onKey={onKey}
        onPaste={onPaste}
        label={`Message to ${isolate(name)}`}
        placeholder="Write a message"
        done={{ icon: SendHorizontal, label: 'Send message' }}
        focuses={hasKeys}
        before={<AttachButton onFiles={(files) => takeFiles(conversation, files)} />}
        hasMore={attached.length > 0 || arriving !== undefined}
        isRefused={attached.some((file) => file.isRefused)}
      />
    </div>
  );
}

/** Returns a function that forgets the project whose page led here, even after a reload. */
function useLeaveProject(): () => void {
  const navigate = useNavigate();
  const at = useLocation();
  return () => navigate(at, { replace: true, state: { ...at.state, projectId: undefined } });
}

/** Returns true when the clipboard has words, not only the names or addresses of its files. */
const isText = (text: string, files: readonly File[]): boolean =>
  text.split('\n').some((line) => line.trim() !== '' && !files.some(({ name }) => decoded(line).endsWith(name)));

const decoded = (line: string): string => {
  try {
    return decodeURIComponent(line.trim());
  } catch {
    return line.trim();
  }
};

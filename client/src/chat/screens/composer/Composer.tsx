import { SendHorizontal } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { emitVolatile } from '../../../core/realtime/socket';
import { monotonicMs } from '../../../lib/clock';
import { holdKeyboard } from '../../../lib/hold-keyboard';
import { lazyPart } from '../../../lib/loading/lazy-part';
import {
  type Attached,
  readDraft,
  setAttached,
  setReply,
  useAttachedTo,
  useReply,
  writeDraft,
} from '../../state/outbox/drafts';
import type { MessageExtras } from '../../state/outbox/outbox-order';
import { sendMessage } from '../../sync/outbox-sender';
import { AttachButton, takeFiles } from '../attachments/AttachButton';
import type { AskedProjectProps } from '../cards/LinkedCards';
import { composerBox, hasPointer, MessageField } from './MessageField';

const ReplyBar = lazyPart(() => import('../message/Quote'), 'ReplyBar');
const AskedProject = lazyPart<'AskedProject', AskedProjectProps>(() => import('../cards/LinkedCards'), 'AskedProject');
const AttachedFiles = lazyPart(() => import('../attachments/AttachedFiles'), 'AttachedFiles');

interface ComposerProps {
  otherId: number;
  name: string;
  /** The project whose page led here: the next message asks about it. */
  projectId?: number | undefined;
}

/** The message composer: Enter sends; the up arrow in an empty field edits the last message. */
export function Composer({ otherId, name, projectId }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(otherId));
  const answered = useReply(otherId);
  const signalTyping = useTypingSignal(otherId);
  const attached = useAttachedTo(otherId);
  const leaveProject = useLeaveProject();

  const change = (next: string) => {
    setText(next);
    writeDraft(otherId, next);
    signalTyping(next);
  };
  const send = () => {
    const extras = { ...extrasOf(answered, attached), ...(projectId && { project_id: projectId }) };
    if (!sendMessage(otherId, text, extras)) return;
    if (projectId) leaveProject();
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
    let isLeft = false;
    const hold = holdKeyboard(() => {
      isLeft = true;
      hold.drop();
    });
    import('./EditComposer').then(
      ({ editLast }) => (!isLeft && editLast(otherId) ? hold.arrive() : hold.giveBack()),
      // Without the network and the code, typing goes on here.
      () => hold.giveBack(),
    );
    return true;
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    if (isText(event.clipboardData.getData('text/plain'), files)) {
      // The text is pasted; without the offer's code it still is.
      import('../attachments/pasted').then(
        (part) => part.offerAsPicture(otherId, files),
        () => undefined,
      );
      return;
    }
    event.preventDefault();
    takeFiles(otherId, files);
  };

  return (
    <div className={composerBox} data-composer>
      {projectId !== undefined && (
        <Suspense>
          <AskedProject projectId={projectId} onRemove={leaveProject} />
        </Suspense>
      )}
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
        isRefused={attached.some((file) => file.isRefused)}
      />
    </div>
  );
}

/** Returns a function that forgets the project whose page led here, also for a reload. */
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

const extrasOf = (answered: number | null, attached: readonly Attached[]): MessageExtras => ({
  ...(answered === null ? {} : { reply_to: answered }),
  ...(attached.length === 0 ? {} : { attachments: attached }),
});

/** The typing signal is repeated this often, well before the other side lets it expire. */
const REPEAT_MS = 3_000;

/** Returns a function that signals typing to the other member; call it with the text on each change. */
function useTypingSignal(otherId: number): (text: string) => void {
  const toldAtMs = useRef<number | null>(null);
  useEffect(
    () => () => {
      if (toldAtMs.current !== null) sendTyping(otherId, false);
    },
    [otherId],
  );
  return (text) => {
    const nowMs = monotonicMs();
    if (text.trim() === '') {
      if (toldAtMs.current !== null) sendTyping(otherId, false);
      toldAtMs.current = null;
    } else if (toldAtMs.current === null || nowMs - toldAtMs.current > REPEAT_MS) {
      toldAtMs.current = nowMs;
      sendTyping(otherId, true);
    }
  };
}

/** Forwarded to the other member's devices and never stored. May be lost without a connection. */
const sendTyping = (receiverId: number, typing: boolean): void => emitVolatile({ receiver_id: receiverId, typing });

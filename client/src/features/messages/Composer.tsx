import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part';
import { sendMessage } from '../../realtime/outbox-sender';
import { readDraft, writeDraft } from '../../stores/drafts';
import { setReply, useReply } from '../../stores/replying';
import { composerBox, MessageField } from './MessageField';
import { useTypingSignal } from './use-typing-signal';

const ReplyBar = lazyPart(() => import('./ReplyBar'), 'ReplyBar');

/** A keyboard that pops up on a phone would hide the conversation that was just opened. */
const hasPointer = (): boolean => window.matchMedia('(pointer: fine)').matches;

/** Where one writes: Enter sends; the upward arrow in the empty field edits the last message. */
export function Composer({ otherId, name }: { otherId: number; name: string }) {
  const [text, setText] = useState(() => readDraft(otherId));
  const answered = useReply(otherId);
  const signalTyping = useTypingSignal(otherId);

  const change = (next: string) => {
    setText(next);
    writeDraft(otherId, next);
    signalTyping(next);
  };
  const send = () => {
    if (!sendMessage(otherId, text, answered)) return;
    change('');
    setReply(otherId, null);
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

  return (
    <div className={composerBox} data-composer>
      {answered !== null && (
        <Suspense>
          <ReplyBar otherId={otherId} name={name} seq={answered} />
        </Suspense>
      )}
      <MessageField
        text={text}
        onChange={change}
        onDone={send}
        onKey={onKey}
        label={`Message to ${name}`}
        placeholder="Write a message"
        done={{ icon: SendHorizontal, label: 'Send message' }}
        focuses={hasPointer}
      />
    </div>
  );
}

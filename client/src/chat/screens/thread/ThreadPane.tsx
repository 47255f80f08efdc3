import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useIsBlocked } from '../../../contact/state/blocks';
import { useMessageRequest } from '../../../contact/state/message-requests';
import { isGone } from '../../../core/api/errors';
import { showPresence } from '../../../core/realtime/on-screen';
import { refresh } from '../../../core/realtime/refresh';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { latePart, lazyPart } from '../../../lib/loading/lazy-part';
import { DialogLoading, TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import { useKind } from '../../state/kinds';
import { earlierReply, storedEdit } from '../../state/outbox/drafts';
import {
  closeDialog,
  type MessageDialog,
  type MessageDialogKind,
  stopEditing,
  useMessageDialog,
} from '../../state/outbox/message-dialog';
import { dropUnsentMarks } from '../../state/outbox/outbox-acts';
import { conversationOf } from '../../state/outbox/outbox-order';
import { useIsLost } from '../../state/teams';
import { dropAllReturns } from '../../state/thread/return-places';
import { threadOf, useThreads } from '../../state/thread/threads';
import { isTargetMissing, openThread } from '../../sync/thread-sync';
import { dropTarget } from '../attachments/AttachButton';
import { ViewedPictures } from '../attachments/ViewedPictures';
import { Composer } from '../composer/Composer';
import { composerBox } from '../composer/MessageField';
import type { MessageRequestBarProps } from '../list/MessageRequests';
import type { GoneProps } from './MemberGone';
import { ThreadBody } from './ThreadBody';
import { ThreadHeader } from './ThreadHeader';

const BlockDialog = lazyPart(() => import('../../../contact/screens/BlockDialog'), 'BlockDialog');
const BlockedBar = latePart(() => import('../../../contact/screens/BlockedBar'), 'BlockedBar');
const ContentsDialog = lazyPart(() => import('../contents/ContentsDialog'), 'ContentsDialog');
const DeleteMessage = lazyPart(() => import('../message/DeleteMessage'), 'DeleteMessage');
const EditComposer = lazyPart(() => import('../composer/EditComposer'), 'EditComposer');
const ReactionPicker = lazyPart(() => import('../reactions/ReactionPicker'), 'ReactionPicker');
const FormerMember = latePart<'FormerMember'>(() => import('./MemberGone'), 'FormerMember');
const MessageRequestBar = latePart<'MessageRequestBar', MessageRequestBarProps>(
  () => import('../list/MessageRequests'),
  'MessageRequestBar',
);
const SeenBy = lazyPart(() => import('../team/SeenBy'), 'SeenBy');
const ConversationGone = latePart<'ConversationGone', GoneProps>(() => import('./MemberGone'), 'ConversationGone');

/** The dialogs of messages. The conversation's name may be unknown. */
const dialogs: Record<
  Exclude<MessageDialogKind, 'edit'>,
  (dialog: MessageDialog, name: string | null) => ReactElement
> = {
  delete: (dialog, name) => <DeleteMessage dialog={dialog} name={name} />,
  react: (dialog) => <ReactionPicker dialog={dialog} />,
  seen: (dialog) => <SeenBy dialog={dialog} />,
};

interface ThreadPaneProps {
  conversation: ConversationKey;
  /** The other member of a direct conversation; null until known. */
  otherId: number | null;
  /** The number of the message named by the address; null for none. */
  target: number | null;
  /** Null until the member is known to exist. */
  name: string | null;
  /** The project whose page led here. */
  projectId?: number | undefined;
  onBack: () => void;
}

const isIn = (conversation: ConversationKey, dialog: MessageDialog | null): dialog is MessageDialog =>
  dialog !== null && conversationOf(dialog.target) === conversation;

/** Fetches the conversation and keeps it open until the member leaves the screen or the team. Returns a function that fetches it again. */
function useOpenThread(conversation: ConversationKey, target: number | null, hasLeft: boolean): () => Promise<void> {
  // Keeps the key with which it was opened, even when the conversation gets its id.
  const [opened] = useState(conversation);
  const sync = useCallback(async () => {
    const answer = await openThread(opened, target);
    if (answer.ok && target !== null && isTargetMissing(opened, target))
      toast.error('Message not found', { id: 'message-not-found' });
    // The thread shows older data, so the refresh repeats until it is up to date.
    if (!answer.ok && threadOf(opened)?.status === 'ready') void refresh('gap');
  }, [opened, target]);
  useEffect(() => {
    if (hasLeft) return;
    dropUnsentMarks(opened);
    if (storedEdit(opened) !== null || earlierReply(opened) !== null)
      import('../../state/outbox/unfinished-edit').then(
        ({ resumeUnfinished }) => resumeUnfinished(opened),
        // It stays stored for the next visit.
        () => undefined,
      );
    void sync();
    return () => {
      dropAllReturns(opened);
      void openThread(null);
    };
  }, [sync, opened, hasLeft]);
  return sync;
}

/** The open conversation. Mounted again for each one. */
export function ThreadPane({ conversation, otherId, target, name, projectId, onBack }: ThreadPaneProps) {
  const kind = useKind(conversation);
  const hasLeft = useIsLost(conversation);
  const gone = useThreads(({ byId }) => isGone(byId[conversation]?.error));
  const [dialog, setDialog] = useState<'block' | 'contents' | null>(null);
  const askToBlock = () => setDialog('block');
  const sync = useOpenThread(conversation, target, hasLeft);
  useEffect(() => (gone || otherId === null ? undefined : showPresence([otherId])), [otherId, gone]);

  if (hasLeft || gone) return <ConversationGone conversation={conversation} onBack={onBack} />;
  return (
    <section
      aria-label={name === null ? 'Conversation' : kind.paneLabel(name)}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface"
      {...dropTarget(conversation)}
    >
      <ThreadHeader
        conversation={conversation}
        otherId={otherId}
        name={name}
        onBack={onBack}
        onBlock={askToBlock}
        onContents={() => setDialog('contents')}
      />
      <ThreadBody conversation={conversation} otherId={otherId} name={name ?? 'Member'} onRetry={sync} />
      <ThreadFoot
        conversation={conversation}
        otherId={otherId}
        name={name}
        projectId={projectId}
        onBlock={askToBlock}
      />
      <MessageDialogs conversation={conversation} name={name} />
      <ViewedPictures conversation={conversation} />
      {name !== null && dialog !== null && (
        <TakesKeyboard key={dialog} onLeave={() => setDialog(null)} fallback={<DialogLoading />}>
          {dialog === 'contents' && (
            <ContentsDialog conversation={conversation} name={name} onClose={() => setDialog(null)} />
          )}
          {dialog === 'block' && otherId !== null && (
            <BlockDialog otherId={otherId} name={name} onClose={() => setDialog(null)} />
          )}
        </TakesKeyboard>
      )}
    </section>
  );
}

/** The dialog that is open on one of the conversation's messages. */
function MessageDialogs({ conversation, name }: Pick<ThreadPaneProps, 'conversation' | 'name'>) {
  const open = useMessageDialog(({ open }) => (isIn(conversation, open) ? open : null));
  const dialog = open && dialogs[open.kind](open, name);
  return (
    dialog && (
      <TakesKeyboard key={open.kind} onLeave={closeDialog} fallback={<DialogLoading />}>
        {dialog}
      </TakesKeyboard>
    )
  );
}

interface ThreadFootProps extends Pick<ThreadPaneProps, 'conversation' | 'otherId' | 'name' | 'projectId'> {
  onBlock: () => void;
}

/** The composer, or its replacement: why the member can't write, or a request that they must answer first. */
function ThreadFoot({ conversation, otherId, name, projectId, onBlock }: ThreadFootProps) {
  const isBlocked = useIsBlocked(otherId ?? 0);
  const request = useMessageRequest(otherId ?? 0);
  const editing = useMessageDialog(({ editing }) => (isIn(conversation, editing) ? editing : null));
  if (name === FORMER_MEMBER) return <FormerMember />;
  if (name !== null && otherId !== null && isBlocked) return <BlockedBar otherId={otherId} name={name} />;
  if (name !== null && otherId !== null && request !== null)
    return (
      <MessageRequestBar
        conversation={conversation}
        otherId={otherId}
        name={name}
        request={request}
        onBlock={onBlock}
      />
    );
  if (editing)
    return (
      <TakesKeyboard onLeave={stopEditing}>
        <EditComposer key={editing.target.seq ?? editing.target.message} dialog={editing} />
      </TakesKeyboard>
    );
  return name === null ? (
    // As high as the composer.
    <div aria-hidden className={composerBox}>
      <div className="box-content h-control border border-reserved p-1" />
    </div>
  ) : (
    <Composer conversation={conversation} name={name} projectId={projectId} />
  );
}

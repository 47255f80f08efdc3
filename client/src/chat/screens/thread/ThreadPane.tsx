import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { ArrowLeft, EllipsisVertical } from 'lucide-react';
import { type ReactElement, Suspense, useCallback, useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useIsBlocked } from '../../../contact/state/blocks';
import { useMessageRequest } from '../../../contact/state/message-requests';
import { isGone } from '../../../core/api/errors';
import { useConnection } from '../../../core/realtime/connection-status';
import { showPresence } from '../../../core/realtime/on-screen';
import { refresh } from '../../../core/realtime/refresh';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { latePart, lazyPart } from '../../../lib/loading/lazy-part';
import { useIsMuted } from '../../../notices/state/choices';
import type { TheirTimeProps } from '../../../people/screens/hours/TheirTime';
import { usePresence } from '../../../people/state/presence';
import { useSharedHours } from '../../../people/state/shared-hours';
import { Avatar } from '../../../ui/Avatar';
import { IconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { loweredName, MemberName } from '../../../ui/MemberName';
import { Popover } from '../../../ui/overlay/Popover';
import { DialogLoading, TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import { PresenceLabel } from '../../../ui/PresenceLabel';
import { Skeleton } from '../../../ui/page/Skeleton';
import { TitleLane } from '../../../ui/page/status-lane';
import { useKind, useTypingLine } from '../../state/kinds';
import { storedEdit } from '../../state/outbox/drafts';
import {
  closeDialog,
  type MessageDialog,
  type MessageDialogKind,
  stopEditing,
  useMessageDialog,
} from '../../state/outbox/message-dialog';
import { dropUnsentMarks } from '../../state/outbox/outbox-acts';
import { conversationOf } from '../../state/outbox/outbox-order';
import { useHasLeft } from '../../state/teams';
import { dropAllReturns } from '../../state/thread/return-places';
import { threadOf, useThreads } from '../../state/thread/threads';
import { isMissing, openThread } from '../../sync/thread-sync';
import { dropTarget } from '../attachments/AttachButton';
import { Composer } from '../composer/Composer';
import { composerBox } from '../composer/MessageField';
import type { MessageRequestBarProps } from '../list/MessageRequests';
import type { GoneProps } from './MemberGone';
import { ThreadBody } from './ThreadBody';

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
const TeamHeading = lazyPart(() => import('../team/TeamHeading'), 'TeamHeading');
const ConversationGone = latePart<'ConversationGone', GoneProps>(() => import('./MemberGone'), 'ConversationGone');

/** The dialogs of messages; null while one needs the conversation's name. */
const dialogs: Record<
  Exclude<MessageDialogKind, 'edit'>,
  (dialog: MessageDialog, name: string | null) => ReactElement | null
> = {
  delete: (dialog, name) => (name === null ? null : <DeleteMessage dialog={dialog} name={name} />),
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

/** Fetches the conversation and keeps it open until the member leaves the screen or the team. Returns how to fetch it again. */
function useOpenThread(conversation: ConversationKey, target: number | null, hasLeft: boolean): () => Promise<void> {
  // It keeps its name here when it gets its id.
  const [opened] = useState(conversation);
  const sync = useCallback(async () => {
    const answer = await openThread(opened, target);
    if (answer.ok && target !== null && isMissing(opened, target))
      toast.error('Message not found', { id: 'message-not-found' });
    // The thread shows older data, so the refresh repeats until it is up to date.
    if (!answer.ok && threadOf(opened)?.status === 'ready') void refresh('gap');
  }, [opened, target]);
  useEffect(() => {
    if (hasLeft) return;
    dropUnsentMarks(opened);
    if (storedEdit(opened) !== null)
      import('../../state/outbox/unfinished-edit').then(
        ({ resumeEdit }) => resumeEdit(opened),
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
  const hasLeft = useHasLeft(conversation);
  const gone = useThreads(({ byId }) => isGone(byId[conversation]?.error));
  const open = useMessageDialog(({ open }) => (isIn(conversation, open) ? open : null));
  const dialog = open && dialogs[open.kind](open, name);
  const [isAsking, setAsking] = useState(false);
  const [isListing, setListing] = useState(false);
  const askToBlock = () => setAsking(true);
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
        onContents={() => setListing(true)}
      />
      <ThreadBody conversation={conversation} otherId={otherId} name={name ?? 'Member'} onRetry={sync} />
      <ThreadFoot
        conversation={conversation}
        otherId={otherId}
        name={name}
        projectId={projectId}
        onBlock={askToBlock}
      />
      {dialog && (
        <TakesKeyboard key={open?.kind} onLeave={closeDialog} fallback={<DialogLoading />}>
          {dialog}
        </TakesKeyboard>
      )}
      {name !== null && isListing && (
        <TakesKeyboard onLeave={() => setListing(false)} fallback={<DialogLoading />}>
          <ContentsDialog conversation={conversation} name={name} onClose={() => setListing(false)} />
        </TakesKeyboard>
      )}
      {name !== null && otherId !== null && isAsking && (
        <TakesKeyboard onLeave={() => setAsking(false)} fallback={<DialogLoading />}>
          <BlockDialog otherId={otherId} name={name} onClose={() => setAsking(false)} />
        </TakesKeyboard>
      )}
    </section>
  );
}

interface ThreadFootProps extends Pick<ThreadPaneProps, 'conversation' | 'otherId' | 'name' | 'projectId'> {
  onBlock: () => void;
}

/** The composer, or what takes its place: why the member can't write, or what they have to answer first. */
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

const ThreadActs = lazyPart(() => import('./ThreadActs'), 'ThreadActs');
/** Few members share hours, or show their zone. */
const loadTheirTime = () => import('../../../people/screens/hours/TheirTime');
const TheirTimeBelow = latePart<'TheirTimeBelow', TheirTimeProps>(loadTheirTime, 'TheirTimeBelow');
const TheirTimeBeside = latePart<'TheirTimeBeside', TheirTimeProps>(loadTheirTime, 'TheirTimeBeside');

interface ThreadHeaderProps {
  conversation: ConversationKey;
  otherId: number | null;
  /** Null until it has been fetched. */
  name: string | null;
  onBack: () => void;
  onBlock: () => void;
  onContents: () => void;
}

/** Shows the other member, their presence and the conversation's menu. */
function ThreadHeader({ conversation, otherId, name, onBack, onBlock, onContents }: ThreadHeaderProps) {
  const presence = usePresence(otherId ?? 0);
  const isAway = useConnection(({ status }) => status === 'away');
  const { isNamed } = useKind(conversation);
  const typing = useTypingLine(conversation);
  const muted = useIsMuted(conversation);
  const [open, setOpen] = useState(false);
  const shared = useSharedHours(name === null || name === FORMER_MEMBER ? null : otherId);
  const hours = shared?.zone || shared?.next ? shared : null;
  return (
    <header className="@container/head flex flex-wrap items-center gap-3 border-line border-b px-2 py-2.5 max-md:py-2 md:px-4">
      <IconButton icon={ArrowLeft} label="Back to conversations" onClick={onBack} className="md:hidden" />
      {isNamed && name !== null ? (
        <Suspense fallback={<div className="h-12 min-w-0 flex-1" />}>
          <TeamHeading conversation={conversation} name={name} typing={typing} muted={muted} />
        </Suspense>
      ) : (
        <>
          {name === null ? (
            <Skeleton className="size-10 rounded-full" />
          ) : (
            // With large text, the name has the room.
            <span className="@max-[16rem]/head:hidden">
              <Avatar id={otherId ?? 0} name={name} online={presence?.is_online} />
            </span>
          )}
          {/* As high as a name and the line below it, so that nothing moves when it arrives. */}
          <div data-lane="title" className="flex min-h-12 min-w-0 flex-1 flex-col justify-center">
            {name === null ? (
              <Skeleton className="h-4 w-32" />
            ) : (
              <h2 className="text-base leading-tight">
                <MemberName id={otherId ?? 0} name={name} className={loweredName} />
              </h2>
            )}
            <TitleLane />
            {presence === undefined && isAway && (
              <p className="truncate text-muted text-sm">Waiting for a connection</p>
            )}
            {name !== null && (presence ?? hours) && (
              <p className="flex text-muted text-sm leading-4">
                {presence && (
                  <span className="max-w-full shrink-0 truncate">
                    <span className={cx(presence.is_online && 'text-online-text')}>
                      {typing ?? <PresenceLabel presence={presence} />}
                    </span>
                    {muted && ' · Muted'}
                  </span>
                )}
                {hours && <TheirTimeBelow hours={hours} name={name} />}
              </p>
            )}
          </div>
          {hours && name !== null && <TheirTimeBeside hours={hours} name={name} />}
        </>
      )}
      {name !== null && (
        <Popover
          label="Conversation"
          role="menu"
          open={open}
          onOpenChange={setOpen}
          trigger={<IconButton icon={EllipsisVertical} label="More" />}
        >
          <TakesKeyboard onLeave={() => setOpen(false)}>
            <ThreadActs
              conversation={conversation}
              otherId={otherId}
              name={name}
              muted={muted}
              onBlock={onBlock}
              onContents={onContents}
              onClose={onBack}
              onLeave={() => setOpen(false)}
            />
          </TakesKeyboard>
        </Popover>
      )}
    </header>
  );
}

import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { ArrowLeft, EllipsisVertical } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useConnection } from '../../../core/realtime/connection-status';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { latePart, lazyPart } from '../../../lib/loading/lazy-part';
import { useIsMuted } from '../../../notices/state/choices';
import type { TheirTimeProps } from '../../../people/screens/hours/TheirTime';
import { useSharedHours } from '../../../people/state/hours/shared-hours';
import { usePresence } from '../../../people/state/presence';
import { Avatar } from '../../../ui/Avatar';
import { IconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { loweredName, MemberName } from '../../../ui/MemberName';
import { Popover } from '../../../ui/overlay/Popover';
import { TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import { PresenceLabel } from '../../../ui/PresenceLabel';
import { Skeleton } from '../../../ui/page/Skeleton';
import { TitleLane } from '../../../ui/page/status-lane';
import { useKind, useTypingLine } from '../../state/kinds';

const ThreadActs = lazyPart(() => import('./ThreadActs'), 'ThreadActs');
const TeamHeading = lazyPart(() => import('../team/TeamHeading'), 'TeamHeading');
/** Loaded on demand, since few members share their hours or show their zone. */
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
export function ThreadHeader({ conversation, otherId, name, onBack, onBlock, onContents }: ThreadHeaderProps) {
  const liveId = name === FORMER_MEMBER ? null : otherId;
  const presence = usePresence(liveId ?? 0);
  const isAway = useConnection(({ status }) => status === 'away');
  const { isNamed } = useKind(conversation);
  const typing = useTypingLine(conversation);
  const muted = useIsMuted(conversation);
  const [open, setOpen] = useState(false);
  const shared = useSharedHours(name === null ? null : liveId);
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
            // Hidden with large text, since the name needs the room.
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
              // One line: what doesn't fit beside the presence is left out, not cut.
              <p className="flex h-4 flex-wrap overflow-hidden text-muted text-sm leading-4">
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

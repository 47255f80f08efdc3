import { Users } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useShallow } from 'zustand/shallow';
import { useConnection } from '../../../core/realtime/connection-status';
import { showPresence } from '../../../core/realtime/on-screen';
import { useSession } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { useMarkShownRead } from '../../../notices/state/mark-shown-read';
import { presence } from '../../../people/state/presence';
import { Avatar } from '../../../ui/Avatar';
import { IconButton } from '../../../ui/button/IconButton';
import { DialogLoading, TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import { TitleLane } from '../../../ui/page/status-lane';
import { useTeamInfo } from '../../state/team/team-infos';
import { useTeam } from '../../state/teams';

const TeamInfoDialog = lazyPart(() => import('./TeamInfoDialog'), 'TeamInfoDialog');

interface TeamHeadingProps {
  conversation: ConversationKey;
  /** The project's title. */
  name: string;
  /** The members who are typing, in words; null for none. */
  typing: string | null;
  muted: boolean;
}

/** The header of a team's conversation: the project, how many members it has, and how many of them are online. */
export function TeamHeading({ conversation, name, typing, muted }: TeamHeadingProps) {
  const team = useTeam(conversation);
  const info = useTeamInfo(conversation);
  const me = useSession((state) => state.user?.id ?? 0);
  const ids = useMemo(() => (info?.participants ?? []).map(({ id }) => id), [info]);
  // Marks the team's notifications as read, since the conversation has a line about each of its changes.
  useMarkShownRead('chat', { isShown: team !== undefined && info !== undefined, projectId: team?.project_id });
  const others = useMemo(() => ids.filter((id) => id !== me), [ids, me]);
  useEffect(() => showPresence(others), [others]);
  const known = presence.use(useShallow(({ byId }) => others.flatMap((id) => byId[id]?.is_online ?? [])));
  const isAway = useConnection(({ status, refreshed }) => status === 'away' && !refreshed);
  const [isOpen, setOpen] = useState(false);
  const count = ids.length || (team?.member_count ?? 0);
  const members = count === 1 ? '1 member' : `${count} members`;
  const isKnown = info !== undefined && !isAway && known.length === others.length;
  const online = known.filter(Boolean).length + 1;
  return (
    <>
      <span className="@max-[16rem]/head:hidden">
        <Avatar id={team?.project_id ?? 0} name={name} isProject />
      </span>
      {/* With large text, the name has its own line. */}
      <div
        data-lane="title"
        className="flex min-h-12 min-w-0 flex-1 flex-col justify-center @max-[16rem]/head:order-last @max-[16rem]/head:basis-full"
      >
        <h2 className="text-base leading-tight">
          {team === undefined ? (
            <bdi className="block truncate">{name}</bdi>
          ) : (
            <Link to={`/projects/${team.project_id}`} className="block w-fit max-w-full truncate hover:underline">
              <bdi>{name}</bdi>
            </Link>
          )}
        </h2>
        <TitleLane />
        <p className="flex text-muted text-sm">
          <span className="truncate">{typing ?? (isKnown ? `${members}, ${online} online` : members)}</span>
          {muted && <span className="shrink-0 whitespace-pre"> · Muted</span>}
        </p>
      </div>
      <IconButton icon={Users} label="Team info" aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && (
        <TakesKeyboard onLeave={() => setOpen(false)} fallback={<DialogLoading />}>
          <TeamInfoDialog conversation={conversation} name={name} onClose={() => setOpen(false)} />
        </TakesKeyboard>
      )}
    </>
  );
}

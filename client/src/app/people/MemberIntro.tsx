import type { MemberProfile } from '@sangam/shared/app/member-pages';
import { TIME_ZONE } from '@sangam/shared/core/limits';
import type { Presence, User } from '@sangam/shared/people/users';
import { BadgeCheck, Clock, GraduationCap, Pencil } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { showPresence } from '../../core/realtime/on-screen';
import { useEditing } from '../../lib/hooks/use-editing';
import { lazyPart } from '../../lib/loading/lazy-part';
import { zoneName } from '../../lib/time-zones';
import { EmailLink } from '../../people/screens/EmailAddress';
import { OwnAvatar } from '../../people/screens/picture/OwnAvatar';
import { usePresence } from '../../people/state/presence';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/button/Button';
import { Card } from '../../ui/Card';
import { TakesKeyboard } from '../../ui/overlay/TakesKeyboard';
import { PresenceLabel } from '../../ui/PresenceLabel';
import { Skeleton } from '../../ui/page/Skeleton';

const IntroForm = lazyPart(() => import('../../people/screens/page/IntroForm'), 'IntroForm');

interface MemberIntroProps {
  id: number;
  name: string;
  profile: MemberProfile;
  own: User | null;
  /** A menu of rarely needed actions on another member. */
  menu: ReactNode;
}

/** Name, headline and college; for teammates presence and email. */
export function MemberIntro({ id, name, profile, own, menu }: MemberIntroProps) {
  const { isEditing, edit, done, opener } = useEditing();
  const presence = useTeamPresence(id, profile);
  const zone = own && !own.shows_time_zone ? null : profile.time_zone;
  if (own && isEditing)
    return (
      <Card className="max-lg:-order-1">
        <TakesKeyboard onLeave={done} fallback={<Skeleton className="h-64" />}>
          <IntroForm user={own} timeZone={profile.time_zone ?? TIME_ZONE} onDone={done} />
        </TakesKeyboard>
      </Card>
    );
  return (
    <Card className="flex flex-wrap items-start gap-4 max-lg:-order-1">
      {own ? <OwnAvatar id={id} name={name} /> : <Avatar id={id} name={name} size="xl" online={presence?.is_online} />}
      <div className="grid min-w-0 flex-1 basis-56 gap-1 max-sm:basis-full">
        <div className="flex items-start gap-2">
          <h1 className="wrap-anywhere min-w-0 flex-1 text-2xl leading-tight">
            <bdi>{name}</bdi>
          </h1>
          {menu}
        </div>
        {profile.headline !== '' && (
          <p className="wrap-anywhere">
            <bdi>{profile.headline}</bdi>
          </p>
        )}
        {own && profile.headline === '' && <p className="text-faint">Add a headline: one line about what you do.</p>}
        {presence && <PresenceLine presence={presence} />}
        <ul className="mt-1 grid gap-1 text-muted text-sm">
          {profile.college !== '' && (
            <li className="flex gap-2">
              <GraduationCap aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="sr-only">College: </span>
              <bdi className="min-w-0 wrap-anywhere">{profile.college}</bdi>
            </li>
          )}
          {profile.confirmed_college !== undefined && (
            <li className="flex gap-2">
              <BadgeCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="wrap-anywhere min-w-0">{`Confirmed email at ${profile.confirmed_college}`}</span>
            </li>
          )}
          {zone !== null && (
            <li className="flex gap-2">
              <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="sr-only">Time zone: </span>
              {zoneName(zone)}
            </li>
          )}
          {profile.email !== '' && (
            <li className="as-line">
              <EmailLink email={profile.email} />
            </li>
          )}
        </ul>
      </div>
      {own && (
        <Button ref={opener} onClick={edit}>
          <Pencil aria-hidden className="size-4" />
          Edit intro
        </Button>
      )}
    </Card>
  );
}

/** Returns a teammate's presence, live; on the reader's own page viewed as a teammate, the presence in the page's answer. */
function useTeamPresence(id: number, profile: MemberProfile): Presence | undefined {
  const isTeam = profile.seen_as === 'team';
  useEffect(() => (isTeam ? showPresence([id]) : undefined), [id, isTeam]);
  const live = usePresence(id);
  return isTeam ? (live ?? profile.presence) : undefined;
}

function PresenceLine({ presence }: { presence: Presence }) {
  return (
    <p className={presence.is_online ? 'text-online-text text-sm' : 'text-faint text-sm'}>
      <PresenceLabel presence={presence} />
    </p>
  );
}

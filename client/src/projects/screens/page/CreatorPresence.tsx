import { presenceLabel } from '@sangam/shared/core/time';
import type { Presence } from '@sangam/shared/people/users';
import { useEffect } from 'react';
import { showPresence } from '../../../core/realtime/on-screen';
import { usePresence } from '../../../people/state/presence';
import { useNow } from '../../../ui/TimeAgo';

/** The creator's presence while the page is open; visitors are not told. */
export function useCreatorPresence(id: number, member: boolean): Presence | undefined {
  useEffect(() => (member ? showPresence([id]) : undefined), [id, member]);
  const presence = usePresence(id);
  return member ? presence : undefined;
}

/** Online in green, or when the creator was last here. */
export function CreatorPresence({ presence }: { presence: Presence }) {
  const now = useNow();
  return (
    <p className={presence.is_online ? 'text-online-text text-sm' : 'text-faint text-sm'}>
      {presenceLabel(presence.is_online, presence.last_active, now)}
    </p>
  );
}

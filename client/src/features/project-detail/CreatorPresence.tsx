import type { Presence } from '@sangam/shared/contract/users';
import { presenceLabel } from '@sangam/shared/rules/time';
import { useEffect } from 'react';
import { usePresence } from '../../stores/entities/presence';
import { showPresence } from '../../stores/watch';
import { useNow } from '../../ui/TimeAgo';

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

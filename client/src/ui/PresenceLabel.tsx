import { presenceLabel } from '@sangam/shared/core/time';
import type { Presence } from '@sangam/shared/people/users';
import { useNow } from './TimeAgo';

/**
 * Online, Offline or when the member was last active (R7.3), kept current. A screen reader reads a time as "Last seen …". Each text
 * has its own element, which a translated page needs.
 */
export function PresenceLabel({ presence }: { presence: Pick<Presence, 'is_online' | 'last_active'> }) {
  const label = presenceLabel(presence.is_online, presence.last_active, useNow());
  const isTime = !presence.is_online && presence.last_active !== null;
  return (
    <>
      {isTime && <span className="sr-only">Last seen </span>}
      <span>{label}</span>
    </>
  );
}

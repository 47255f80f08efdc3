import type { BlockedMember } from '@sangam/shared/contact/calls';
import { isolate } from '@sangam/shared/core/isolate';
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../core/api/errors';
import { useStillRows } from '../../lib/hooks/use-still-rows';
import { OnlineButton } from '../../ui/button/OnlineButton';
import { Card } from '../../ui/Card';
import { Decided } from '../../ui/decision/Decided';
import { MemberName } from '../../ui/MemberName';
import { blocks } from '../state/blocks';
import { unblockMember } from '../sync/block';
import { fetchBlocked } from '../sync/load-blocks';

/** Lists blocked members; renders nothing while there are none. A member unblocked here keeps their row until the reader has left it. */
export function BlockedMembers() {
  const [listed, setListed] = useState<readonly BlockedMember[]>([]);
  const known = blocks.use(({ byId }) => byId);
  useEffect(() => {
    let isShown = true;
    void fetchBlocked().then((blocked) => isShown && blocked && setListed(blocked));
    return () => {
      isShown = false;
    };
  }, []);
  const unblock = async ({ id, name }: BlockedMember) => {
    const answer = await unblockMember(id);
    if (answer.ok) toast.success(`${isolate(name)} is unblocked`);
    else toast.error(actFailureText(answer.error, 'Failed to unblock this member'));
  };
  const list = useRef<HTMLUListElement>(null);
  const rows = useStillRows(
    listed.filter(({ id }) => known[id]?.is_blocked),
    list,
  );
  if (rows.length === 0) return null;
  return (
    <Card className="grid gap-4">
      <h2 id="blocked-members" className="text-base">
        Blocked members
      </h2>
      <ul ref={list} aria-labelledby="blocked-members" className="grid divide-y divide-line">
        {rows.map(({ item: member, isGone }) => (
          <li key={member.id} className="flex items-center justify-between gap-4 py-2">
            <MemberName
              id={member.id}
              name={member.name}
              className="wrap-anywhere inline-flex min-h-control-sm min-w-control-sm items-center"
            />
            <Decided outcome={isGone ? 'Unblocked' : null} className="shrink-0">
              <OnlineButton
                size="sm"
                variant="ghost"
                aria-label={`Unblock ${isolate(member.name)}`}
                onClick={() => unblock(member)}
              >
                Unblock
              </OnlineButton>
            </Decided>
          </li>
        ))}
      </ul>
    </Card>
  );
}

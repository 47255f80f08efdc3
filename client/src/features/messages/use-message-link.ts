import { useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { chatPath } from '../../lib/chat-link';
import { useSession } from '../../stores/session';
import { readMemberId } from './member-id';

/**
 * Leads /messages?user=ID&name=NAME to the address of that conversation, and an address that names nobody to the list. The
 * name is fetched: a link may name them otherwise.
 */
export function useMessageLink(): void {
  const [query] = useSearchParams();
  const { userId = null } = useParams();
  const navigate = useNavigate();
  const me = useSession(({ user }) => user?.id ?? null);
  const asked = query.get('user');
  const isLink = asked !== null || query.has('name');
  const named = isLink ? asked : userId;
  const isAddress = !isLink && userId !== null;
  useEffect(() => {
    if (!isLink && !isAddress) return;
    const id = readMemberId(named);
    // A user that is no number is ignored (R1.6), and nobody writes to themself.
    if (id === null || id === me) navigate('/messages', { replace: true });
    else if (isLink) navigate(chatPath(id), { replace: true });
  }, [isLink, isAddress, named, me, navigate]);
}

import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useSession } from '../../../core/session/session';
import { chatPath, messagePath } from '../../../lib/links/chat-link';
import { readMemberId } from './member-id';
import { readMessageLink } from './message-target';

/**
 * Leads /messages?user=ID&name=NAME to the address of that conversation, and an address that names nobody to the list. The
 * name is fetched: a link may name them otherwise. The link of a message leads each of its members to the conversation with
 * the other one, and anybody else to the list.
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
  const { seq, withId } = readMessageLink(query);
  useEffect(() => {
    if (!isLink && !isAddress) return;
    const id = readMemberId(named);
    if (isAddress && seq !== null && withId !== null && id !== null && me !== null && withId !== me) {
      if (id !== me) toast.error('This link is of another conversation', { id: 'invalid-conversation' });
      navigate(id === me ? messagePath(withId, seq, me) : '/messages', { replace: true });
      return;
    }
    // What is no number is ignored (R1.6), and nobody writes to themself.
    if (id === null && isNumeric(named)) toast.error('Invalid conversation selected', { id: 'invalid-conversation' });
    if (id === null || id === me) navigate('/messages', { replace: true });
    else if (isLink) navigate(chatPath(id), { replace: true });
  }, [isLink, isAddress, named, seq, withId, me, navigate]);
}

/** True for any number, also one that can be nobody's id: 0, -5, 1.5, or one too large. */
const isNumeric = (text: string | null): boolean => text !== null && /^[+-]?\d+(\.\d+)?$/u.test(text.trim());

import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { setNewConversation } from '../../stores/conversations';
import { currentUserId } from '../../stores/session';
import { conversationEntry } from './use-open-conversation';

/** Reads /messages?user=ID&name=NAME: opens that conversation (or begins one) and clears the query. */
export function useMessageLink(): void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const user = query.get('user');
  const name = query.get('name');
  useEffect(() => {
    if (user === null && name === null) return;
    const id = readMemberId(user);
    // A user that is no number is ignored (R1.6), and nobody writes to themself.
    if (id === null || id === currentUserId()) {
      navigate('/messages', { replace: true });
      return;
    }
    setNewConversation({ id, name: name?.trim() || 'Member' });
    navigate('/messages', { replace: true, state: conversationEntry(id) });
  }, [user, name, navigate]);
}

/** A member's id as a link writes it: digits alone. */
export function readMemberId(text: string | null): number | null {
  const id = text !== null && /^\d{1,16}$/u.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

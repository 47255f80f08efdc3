import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { currentUserId, useSession } from '../../stores/session';

/** What an entry of the history keeps: the conversation, and whose it is. */
export const conversationEntry = (open: number) => ({ open, of: currentUserId() });

/** Another member of the same browser, who comes upon the entry, opens nothing. */
const readOpenId = (state: unknown, me: number | null): number | null =>
  typeof state === 'object' &&
  state !== null &&
  'open' in state &&
  Number.isSafeInteger(state.open) &&
  'of' in state &&
  state.of === me
    ? (state.open as number)
    : null;

/** True when the list is the entry below this one in the history. */
const isAboveList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'aboveList' in state && state.aboveList === true;

/**
 * Which conversation is on screen. It lives in the history entry, so that a reload keeps it and, on a phone, the
 * browser's Back leads to the list.
 */
export function useOpenConversation() {
  const { state } = useLocation();
  const me = useSession(({ user }) => user?.id ?? null);
  const openId = readOpenId(state, me);
  const aboveList = isAboveList(state);
  const navigate = useNavigate();
  const open = useCallback(
    (id: number) => {
      const first = openId === null;
      navigate('/messages', { state: { ...conversationEntry(id), aboveList: first || aboveList }, replace: !first });
    },
    [navigate, openId, aboveList],
  );
  const close = useCallback(() => {
    // Back over the way one came: otherwise the browser's Back would show the same list once more.
    if (aboveList) navigate(-1);
    else navigate('/messages', { state: null, replace: true });
  }, [navigate, aboveList]);
  return { openId, open, close };
}

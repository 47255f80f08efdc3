import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const readOpenId = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'open' in state && Number.isSafeInteger(state.open)
    ? (state.open as number)
    : null;

/**
 * Which conversation is on screen. It lives in the history entry, so that a reload keeps it and, on a phone, the
 * browser's Back leads to the list.
 */
export function useOpenConversation() {
  const openId = readOpenId(useLocation().state);
  const navigate = useNavigate();
  const open = useCallback(
    (id: number) => navigate('/messages', { state: { open: id }, replace: openId !== null }),
    [navigate, openId],
  );
  const close = useCallback(() => navigate('/messages', { state: null, replace: true }), [navigate]);
  return { openId, open, close };
}

import { useCallback, useEffect } from 'react';
import toast from 'react-hot-toast/headless';
import {
  type LinkProps,
  type Location,
  type NavigateOptions,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
import { failureText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { type ConversationKey, conversationPath } from '../../../lib/links/chat-link';
import { useKeyNow } from '../../state/known-conversations';
import { isTargetMissing, openThread } from '../../sync/thread-sync';
import { asObject, readMemberId, readMessageLink, redirectOf } from './address-redirect';

/** The state of a history entry. */
interface EntryState {
  /** The previous history entry is the list. */
  aboveList?: unknown;
  /** The member's name from the link that led here. */
  name?: unknown;
  projectId?: unknown;
  /** The list of saved messages is open next to it. */
  saved?: unknown;
  /** The archived conversations are listed next to it. */
  archived?: unknown;
}

/** Reads the conversation that the address names: by its id, or by its other member. */
function useNamedConversation(): ConversationKey | null {
  const { userId = null, conversationId = null } = useParams();
  const me = useSession(({ user }) => user?.id ?? null);
  const id = readMemberId(conversationId ?? userId);
  if (id === null) return null;
  if (conversationId !== null) return `c${id}`;
  return id === me ? null : `u${id}`;
}

/** Reads the open conversation from the address. */
export function useOpenConversation() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const me = useSession(({ user }) => user?.id ?? null);
  const openId = useKeyNow(useNamedConversation());
  const { seq: target, withId } = readMessageLink(query);
  const { aboveList: above, name, projectId, saved, archived }: EntryState = asObject(state);
  const aboveList = above === true;
  /** Opening another conversation replaces the history entry, so that Back on a phone leads to the list. */
  const linkTo = useCallback(
    (conversation: ConversationKey): LinkProps => {
      const first = openId === null;
      return { to: conversationPath(conversation), state: { aboveList: first || aboveList }, replace: !first };
    },
    [openId, aboveList],
  );
  const close = useCallback(() => {
    // Goes back in the history; a new entry would make the browser's Back show the list twice.
    if (aboveList) navigate(-1);
    else navigate('/messages', { state: null, replace: true });
  }, [navigate, aboveList]);
  return {
    openId,
    target: withId === null || withId === me ? target : null,
    projectId: typeof projectId === 'number' ? projectId : undefined,
    linkName: typeof name === 'string' ? name : null,
    linkTo,
    saved: saved === true,
    archived: archived === true || (openId === null && query.has('archived')),
    close,
  };
}

/** Redirects addresses such as /messages?user=ID&name=NAME, and shows why a link is wrong. */
export function useRedirect(): void {
  const [query] = useSearchParams();
  const { userId = null, conversationId = null } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const me = useSession(({ user }) => user?.id ?? null);
  const known = useKeyNow(useNamedConversation());
  useEffect(() => {
    const redirect = redirectOf({ userId, conversationId, query, state }, me, known);
    if (redirect === null) return;
    if (redirect.problem) toast.error(redirect.problem, { id: 'invalid-conversation' });
    navigate(redirect.to, { replace: true, state: redirect.state });
  }, [userId, conversationId, query, state, me, known, navigate]);
}

/** Shows a message of the open conversation, however far back it is. */
export async function goToMessage(conversation: ConversationKey, seq: number): Promise<void> {
  const answer = await openThread(conversation, seq);
  if (!isTargetMissing(conversation, seq)) return;
  const missing = 'Message not found';
  toast.error(answer.ok ? missing : failureText(answer.error, missing), { id: 'message-not-found' });
}

/** Navigation options that open or close the saved messages at the same address. Back on a phone closes them. */
export const withSaved = (saved: 'open' | 'closed', { state, pathname }: Location): NavigateOptions => ({
  state: { ...state, saved: saved === 'open' },
  replace: pathname !== '/messages',
});

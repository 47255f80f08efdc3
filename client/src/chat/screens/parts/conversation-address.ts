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
import { type ConversationKey, chatPath, conversationPath } from '../../../lib/links/chat-link';
import { useKeyNow } from '../../state/known-conversations';
import { isMissing, openThread } from '../../sync/thread-sync';

/** Reads an id of a member or conversation from an address: digits only. */
export function readMemberId(text: string | null): number | null {
  const id = text !== null && /^\d{1,16}$/u.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Reads a message link: the message's number; in one of the previous version also the member who copied it. */
function readMessageLink(query: URLSearchParams): { seq: number | null; withId: number | null } {
  // Message numbers are written like member ids.
  return { seq: readMemberId(query.get('m')), withId: readMemberId(query.get('with')) };
}

/** The state of a history entry. */
interface EntryState {
  /** The history entry below is the list. */
  aboveList?: unknown;
  /** The member's name from the link that led here. */
  name?: unknown;
  projectId?: unknown;
  /** The list of saved messages is open next to it. */
  saved?: unknown;
  /** The archived conversations are listed next to it. */
  archived?: unknown;
}

const readState = (state: unknown): EntryState => (typeof state === 'object' && state !== null ? state : {});

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
  const { aboveList: above, name, projectId, saved, archived } = readState(state);
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
    // Goes back in the history: otherwise the browser's Back would show the list twice.
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

/**
 * Redirects /messages?user=ID&name=NAME to that conversation, and an address without a member to the list. The name is
 * fetched, since a link may be wrong. The address of a conversation by its member leads to the one by its id, once that
 * is known. `?about=ID` is the project that a visitor's first message asks about. A message link of the previous version leads both of its members to their conversation, and others to the list.
 */
export function useMessageLink(): void {
  const [query] = useSearchParams();
  const { userId = null, conversationId = null } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const me = useSession(({ user }) => user?.id ?? null);
  const asked = query.get('user');
  const isLink = asked !== null || query.has('name');
  const given = conversationId ?? userId;
  const named = isLink ? asked : given;
  const isAddress = !isLink && given !== null;
  const byMember = useNamedConversation();
  const now = useKeyNow(byMember);
  const { seq, withId } = readMessageLink(query);
  const projectId = readMemberId(query.get('about'));
  useEffect(() => {
    if (!isLink && !isAddress) return;
    const id = readMemberId(named);
    if (userId !== null && seq !== null && withId !== null && id !== null && me !== null && withId !== me) {
      if (id !== me) toast.error('This link belongs to another conversation', { id: 'invalid-conversation' });
      navigate(id === me ? `${chatPath(withId)}?m=${seq}&with=${me}` : '/messages', { replace: true });
      return;
    }
    // Text that isn't a number is ignored (R1.6), and nobody can write to themself.
    if (id === null && isNumeric(named)) toast.error('Invalid conversation selected', { id: 'invalid-conversation' });
    if (id === null || (id === me && conversationId === null)) navigate('/messages', { replace: true });
    else if (isLink) navigate(chatPath(id), { replace: true });
    else if (projectId !== null && conversationId === null)
      navigate(chatPath(id), { replace: true, state: { ...state, projectId } });
    else if (now !== null && now !== byMember)
      navigate(conversationPath(now) + (seq === null ? '' : `?m=${seq}`), { replace: true, state });
  }, [isLink, isAddress, named, userId, conversationId, seq, withId, projectId, me, byMember, now, state, navigate]);
}

/** Returns true for any number, even one that can't be an id: 0, -5, 1.5, or one too large. */
const isNumeric = (text: string | null): boolean => text !== null && /^[+-]?\d+(\.\d+)?$/u.test(text.trim());

/** Goes to a message of the open conversation, wherever it is in the history. */
export async function goToMessage(conversation: ConversationKey, seq: number): Promise<void> {
  const answer = await openThread(conversation, seq);
  if (!isMissing(conversation, seq)) return;
  const missing = 'Message not found';
  toast.error(answer.ok ? missing : failureText(answer.error, missing), { id: 'message-not-found' });
}

/** Navigation options that open or close the saved messages at the same address. Back on a phone closes them. */
export const withSaved = (saved: 'open' | 'closed', { state, pathname }: Location): NavigateOptions => ({
  state: { ...state, saved: saved === 'open' },
  replace: pathname !== '/messages',
});

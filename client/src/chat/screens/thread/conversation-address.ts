import { useCallback, useEffect } from 'react';
import toast from 'react-hot-toast';
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
import { chatPath, messagePath } from '../../../lib/links/chat-link';
import { isMissing, openThread } from '../../state/thread/threads.sync';

/** Reads a member's id from an address: digits only. */
export function readMemberId(text: string | null): number | null {
  const id = text !== null && /^\d{1,16}$/u.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Reads a message link: the message's number, and the other member of its conversation (`messagePath`). */
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
}

const readState = (state: unknown): EntryState => (typeof state === 'object' && state !== null ? state : {});

/** Reads the open conversation from the address. */
export function useOpenConversation() {
  const { userId = null } = useParams();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const me = useSession(({ user }) => user?.id ?? null);
  const id = readMemberId(userId);
  const openId = id === me ? null : id;
  const { seq: target, withId } = readMessageLink(query);
  const { aboveList: above, name, projectId, saved } = readState(state);
  const aboveList = above === true;
  /** Opening another conversation replaces the history entry, so that Back on a phone leads to the list. */
  const linkTo = useCallback(
    (id: number): LinkProps => {
      const first = openId === null;
      return { to: chatPath(id), state: { aboveList: first || aboveList }, replace: !first };
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
    close,
  };
}

/**
 * Redirects /messages?user=ID&name=NAME to that conversation, and an address without a member to the list. The name is
 * fetched, since a link may be wrong. A message link leads both of its members to their conversation, and others to the
 * list.
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
      if (id !== me) toast.error('This link belongs to another conversation', { id: 'invalid-conversation' });
      navigate(id === me ? messagePath(withId, seq, me) : '/messages', { replace: true });
      return;
    }
    // Text that isn't a number is ignored (R1.6), and nobody can write to themself.
    if (id === null && isNumeric(named)) toast.error('Invalid conversation selected', { id: 'invalid-conversation' });
    if (id === null || id === me) navigate('/messages', { replace: true });
    else if (isLink) navigate(chatPath(id), { replace: true });
  }, [isLink, isAddress, named, seq, withId, me, navigate]);
}

/** Returns true for any number, even one that can't be an id: 0, -5, 1.5, or one too large. */
const isNumeric = (text: string | null): boolean => text !== null && /^[+-]?\d+(\.\d+)?$/u.test(text.trim());

/** Goes to a message of the open conversation, wherever it is in the history. */
export async function goToMessage(otherId: number, seq: number): Promise<void> {
  const answer = await openThread(otherId, seq);
  if (!isMissing(otherId, seq)) return;
  const missing = 'Message not found';
  toast.error(answer.ok ? missing : failureText(answer.error, missing), { id: 'message-not-found' });
}

/** Navigation options that open or close the saved messages at the same address. Back on a phone closes them. */
export const savedShown = (saved: boolean, { state, pathname }: Location): NavigateOptions => ({
  state: { ...state, saved },
  replace: pathname !== '/messages',
});

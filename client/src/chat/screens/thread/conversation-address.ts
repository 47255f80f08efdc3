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
import { threadOf } from '../../state/thread/threads';
import { openThread } from '../../state/thread/threads.sync';

/** A member's id as an address writes it: digits alone. */
export function readMemberId(text: string | null): number | null {
  const id = text !== null && /^\d{1,16}$/u.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Reads what the link of a message says in addition to the conversation: the message's number, and its other member (`messagePath`). */
function readMessageLink(query: URLSearchParams): { seq: number | null; withId: number | null } {
  // Numbers of messages are written as those of members are.
  return { seq: readMemberId(query.get('m')), withId: readMemberId(query.get('with')) };
}

/** What an entry of the history may keep. */
interface EntryState {
  /** The list is the entry below this one. */
  aboveList?: unknown;
  /** The member's name, as the link that led here has it. */
  name?: unknown;
  projectId?: unknown;
  /** The list of saved messages stands beside it. */
  saved?: unknown;
}

const readState = (state: unknown): EntryState => (typeof state === 'object' && state !== null ? state : {});

/** Which conversation is on screen: the address says it. */
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
  /** One conversation takes the place of another in the history: on a phone, Back leads to the list. */
  const linkTo = useCallback(
    (id: number): LinkProps => {
      const first = openId === null;
      return { to: chatPath(id), state: { aboveList: first || aboveList }, replace: !first };
    },
    [openId, aboveList],
  );
  const close = useCallback(() => {
    // Back over the way one came: otherwise the browser's Back would show the same list once more.
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

/** Leads to a message of the open conversation, wherever in the history it is. */
export async function goToMessage(otherId: number, seq: number): Promise<void> {
  const answer = await openThread(otherId, seq);
  if (threadOf(otherId)?.target === seq) return;
  const missing = 'Message not found';
  toast.error(answer.ok ? missing : failureText(answer.error, missing), { id: 'message-not-found' });
}

/** How one goes to the same address with the saved messages beside it, or the conversations: a phone's Back leads to these. */
export const savedShown = (saved: boolean, { state, pathname }: Location): NavigateOptions => ({
  state: { ...state, saved },
  replace: pathname !== '/messages',
});

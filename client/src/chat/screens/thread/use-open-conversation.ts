import { useCallback } from 'react';
import { type LinkProps, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useSession } from '../../../core/session/session';
import { chatPath } from '../../../lib/links/chat-link';
import { readMemberId } from './member-id';
import { readMessageLink } from './message-target';

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

import { readMemberId } from './member-id';

/** What the link of a message says beside the conversation: the message's number, and its other member (`messagePath`). */
export function readMessageLink(query: URLSearchParams): { seq: number | null; withId: number | null } {
  // Numbers of messages are written as those of members are.
  return { seq: readMemberId(query.get('m')), withId: readMemberId(query.get('with')) };
}

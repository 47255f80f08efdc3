/**
 * Names a conversation in stores and addresses: `c17` by its id, or while it has none, `u42` by the other member of a direct one.
 */
export type ConversationKey = `c${number}` | `u${number}`;

/** The address of the conversation with a member (R1.6). */
export const chatPath = (memberId: number): string => `/messages/${memberId}`;

/**
 * The address of the conversation with a project's creator, for visitors on the project's page. Signing up or in keeps an address, but not
 * always the history's state.
 */
export const questionPath = (memberId: number, projectId: number): string => `${chatPath(memberId)}?about=${projectId}`;

/** The address of a conversation (R1.6). */
export const conversationPath = (conversation: ConversationKey): string => {
  const id = conversation.slice(1);
  return conversation.startsWith('c') ? `/messages/c/${id}` : `/messages/${id}`;
};

/** The address of a message in its conversation, for all of its members (R1.6). */
export const messagePath = (conversation: ConversationKey, seq: number): string =>
  `${conversationPath(conversation)}?m=${seq}`;

/** The history state of a link to a conversation. */
interface ChatLinkState {
  /** The member's name, shown until it has been fetched. */
  name: string;
  /**
   * The project whose page the link is on. Its creator gets a first message from there directly, not as a message
   * request.
   */
  projectId?: number;
}

/** The props of a link to a conversation that shows the member's name at once: `<Link {...chatLink(id, name)}>`. */
export const chatLink = (id: number, name: string, projectId?: number): { to: string; state: ChatLinkState } => ({
  to: chatPath(id),
  state: { name, ...(projectId && { projectId }) },
});

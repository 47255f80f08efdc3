/** The address of the conversation with a member (R1.6). */
export const chatPath = (id: number): string => `/messages/${id}`;

/**
 * The address of a message, for both of its members (R1.6). It names both, since each opens it as the conversation with
 * the other.
 */
export const messagePath = (otherId: number, seq: number, me: number): string =>
  `${chatPath(otherId)}?m=${seq}&with=${me}`;

/** The history state of a link to a conversation. */
export interface ChatLinkState {
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

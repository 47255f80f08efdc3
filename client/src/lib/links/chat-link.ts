/** The address of the conversation with a member (R1.6). */
export const chatPath = (id: number): string => `/messages/${id}`;

/**
 * The address of one message, for both of its members (R1.6): it names both, since each opens it as the conversation with the
 * other one.
 */
export const messagePath = (otherId: number, seq: number, me: number): string =>
  `${chatPath(otherId)}?m=${seq}&with=${me}`;

/** What a link to a conversation hands over with the step in the history. */
export interface ChatLinkState {
  /** The member's name, shown until it was fetched. */
  name: string;
  /** The project from whose page one came: its creator takes no first message from there for a stranger's. */
  projectId?: number;
}

/** For a link from where the member is named: `<Link {...chatLink(id, name)}>` shows the name at once. */
export const chatLink = (id: number, name: string, projectId?: number): { to: string; state: ChatLinkState } => ({
  to: chatPath(id),
  state: { name, ...(projectId && { projectId }) },
});

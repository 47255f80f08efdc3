/** The address that opens (or begins) the conversation with a member (R1.6). */
export const chatLink = (id: number, name: string): string =>
  `/messages?${new URLSearchParams({ user: String(id), name })}`;

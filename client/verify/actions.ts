import type { CallAnswer, CallBody, CallName } from '@sangam/shared/app/calls';
import type { User } from '@sangam/shared/people/users';

export interface Actor {
  user: User;
  token: string;
  /** The same member's other device. */
  otherToken: string;
}

export interface Given<N extends CallName> {
  /** The `id` in the path's parameters. */
  id?: number;
  userId?: number;
  seq?: number;
  body?: CallBody<N>;
}

/** A GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

/** Acts on a real server over REST. */
export function createActions(url: string) {
  const call = async <N extends CallName>(
    actor: Actor | null,
    name: N,
    { id, userId, seq, body }: Given<N> = {},
  ): Promise<CallAnswer<N>> => {
    const [method = 'GET', path = '/'] = name.split(' ');
    const response = await fetch(
      new URL(
        path
          .replace(/:userId/u, String(userId ?? id))
          .replace(/:seq/u, String(seq ?? id))
          .replace(/:\w+/u, String(id)),
        url,
      ),
      {
        method,
        headers: {
          ...(actor ? { authorization: `Bearer ${actor.otherToken}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    );
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as CallAnswer<N>;
  };
  let count = 0;
  return {
    call,
    async signUp(name: string): Promise<Actor> {
      count += 1;
      const email = `verify${count}@example.org`;
      const password = 'Correct-horse-7';
      const { user, token } = await call(null, 'POST /api/auth/signup', { body: { email, password, name } });
      const second = await call(null, 'POST /api/auth/login', { body: { email, password } });
      return { user, token, otherToken: second.token };
    },
    rename: (actor: Actor, name: string) => call(actor, 'PATCH /api/users/profile', { body: { name } }),
    async setPicture({ token }: Actor): Promise<void> {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
      const answer = await fetch(new URL('/api/users/picture', url), { method: 'PUT', headers, body: PIXEL });
      if (!answer.ok) throw new Error(`The picture was refused: ${answer.status}`);
    },
    async project(creator: Actor, title = 'Rover'): Promise<number> {
      const body = { title, description: 'It rolls', category: 'other' } as const;
      return (await call(creator, 'POST /api/projects', { body })).data.project.id;
    },
    async ask(requester: Actor, project_id: number): Promise<number> {
      return (await call(requester, 'POST /api/project-requests', { body: { project_id } })).data.request.id;
    },
    decide: (creator: Actor, id: number, status: 'accepted' | 'rejected') =>
      call(creator, 'PUT /api/project-requests/:id/status', { id, body: { status } }),
    async connect(requester: Actor, id: number): Promise<number> {
      return (await call(requester, 'POST /api/projects/:id/connect', { id })).data.connection.id;
    },
    /** Has a member ask to join, and the creator accept. */
    async join(member: Actor, creator: Actor, project_id: number): Promise<void> {
      const { data } = await call(member, 'POST /api/project-requests', { body: { project_id } });
      await call(creator, 'PUT /api/project-requests/:id/status', {
        id: data.request.id,
        body: { status: 'accepted' },
      });
    },
    /** The conversation of a project's team; 0 without one. */
    async teamOf(member: Actor, projectId: number): Promise<number> {
      const { data } = await call(member, 'GET /api/refresh');
      const found = data.teams?.data.teams.find(({ project_id }) => project_id === projectId);
      return found?.conversation_id ?? 0;
    },
    writeIn: (from: Actor, conversation_id: number, content: string) =>
      call(from, 'POST /api/messages', { body: { conversation_id, content } }),
    editIn: (from: Actor, id: number, seq: number, content: string) =>
      call(from, 'PATCH /api/messages/c/:conversationId/:seq', {
        id,
        seq,
        body: { content, client_id: crypto.randomUUID() },
      }),
    deleteIn: (from: Actor, id: number, seq: number) =>
      call(from, 'DELETE /api/messages/c/:conversationId/:seq', { id, seq, body: { client_id: crypto.randomUUID() } }),
    saveIn: (by: Actor, id: number, seq: number) =>
      call(by, 'PUT /api/messages/c/:conversationId/:seq/saved', { id, seq, body: { client_id: crypto.randomUUID() } }),
    readIn: (reader: Actor, id: number, up_to?: number) =>
      call(reader, 'PUT /api/messages/c/:conversationId/read', { id, body: up_to === undefined ? {} : { up_to } }),
    markUnreadIn: (reader: Actor, id: number, seq: number) =>
      call(reader, 'PUT /api/messages/c/:conversationId/unread', {
        id,
        body: { seq, client_id: crypto.randomUUID() },
      }),
    archiveIn: (reader: Actor, id: number, seq: number, verb: 'PUT' | 'DELETE' = 'PUT') =>
      call(reader, `${verb} /api/messages/c/:conversationId/archive`, {
        id,
        body: { seq, client_id: crypto.randomUUID() },
      }),
    write: (from: Actor, to: Actor, content: string, client_id?: string) =>
      call(from, 'POST /api/messages', {
        body: { receiver_id: to.user.id, content, ...(client_id === undefined ? {} : { client_id }) },
      }),
    edit: (from: Actor, to: Actor, seq: number, content: string) =>
      call(from, 'PATCH /api/messages/conversation/:userId/:seq', {
        userId: to.user.id,
        id: seq,
        body: { content, client_id: crypto.randomUUID() },
      }),
    react: (by: Actor, other: Actor, seq: number, emoji: string) =>
      call(by, 'PUT /api/messages/conversation/:userId/:seq/reactions', {
        userId: other.user.id,
        id: seq,
        body: { emoji, client_id: crypto.randomUUID() },
      }),
    pin: (by: Actor, other: Actor, seq: number) =>
      call(by, 'PUT /api/messages/conversation/:userId/:seq/pin', {
        userId: other.user.id,
        id: seq,
        body: { client_id: crypto.randomUUID() },
      }),
    save: (by: Actor, other: Actor, seq: number) =>
      call(by, 'PUT /api/messages/conversation/:userId/:seq/saved', {
        userId: other.user.id,
        id: seq,
        body: { client_id: crypto.randomUUID() },
      }),
    deleteMessage: (from: Actor, to: Actor, seq: number) =>
      call(from, 'DELETE /api/messages/conversation/:userId/:seq', {
        userId: to.user.id,
        id: seq,
        body: { client_id: crypto.randomUUID() },
      }),
    read: (reader: Actor, from: Actor) =>
      call(reader, 'PUT /api/messages/mark-read/:userId', { id: from.user.id, body: {} }),
    markUnread: (reader: Actor, from: Actor, seq: number) =>
      call(reader, 'PUT /api/messages/mark-unread/:userId', {
        id: from.user.id,
        body: { seq, client_id: crypto.randomUUID() },
      }),
    removeMember: (creator: Actor, id: number, userId: number, word: string) =>
      call(creator, 'DELETE /api/projects/:id/members/:userId', { id, userId, body: { word } }),
    offer: (creator: Actor, id: number, user_id: number) =>
      call(creator, 'PUT /api/projects/:id/offer', { id, body: { user_id } }),
    answerTransfer: (member: Actor, id: number, status: 'accepted' | 'declined') =>
      call(member, 'PUT /api/projects/:id/offer/status', { id, body: { status } }),
    leave: (member: Actor, id: number) => call(member, 'DELETE /api/projects/:id/members/me', { id }),
  };
}
export type Actions = ReturnType<typeof createActions>;

import type { User } from '@sangam/shared/contract/users';

export interface Actor {
  user: User;
  token: string;
  /** The same member's other device. */
  otherToken: string;
}

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: a test picks what it needs
  data: any;
}

/** The REST of a real server, for whoever acts. */
export function createStage(url: string) {
  const call = async (actor: Actor | null, name: string, body?: unknown): Promise<Answer> => {
    const [method = 'GET', path = '/'] = name.split(' ');
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(actor ? { authorization: `Bearer ${actor.otherToken}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  let count = 0;
  return {
    call,
    async signUp(name: string): Promise<Actor> {
      count += 1;
      const email = `verify${count}@example.org`;
      const password = 'Correct-horse-7';
      const body = { email, password };
      const first = (await call(null, 'POST /api/auth/signup', { ...body, name })) as unknown as Actor;
      const second = (await call(null, 'POST /api/auth/login', body)) as Answer & { data: { token: string } };
      return { user: first.user, token: first.token, otherToken: second.data.token };
    },
    async project(creator: Actor): Promise<number> {
      const body = { title: 'Rover', description: 'It rolls', category: 'other' };
      return (await call(creator, 'POST /api/projects', body)).data.project.id;
    },
    async ask(requester: Actor, project_id: number): Promise<number> {
      return (await call(requester, 'POST /api/project-requests', { project_id })).data.request.id;
    },
    accept: (creator: Actor, id: number) =>
      call(creator, `PUT /api/project-requests/${id}/status`, { status: 'accepted' }),
    async connect(requester: Actor, projectId: number): Promise<number> {
      return (await call(requester, `POST /api/projects/${projectId}/connect`)).data.connection.id;
    },
    write: (from: Actor, to: Actor, content: string) =>
      call(from, 'POST /api/messages', { receiver_id: to.user.id, content }),
    read: (reader: Actor, from: Actor) => call(reader, `PUT /api/messages/mark-read/${from.user.id}`, {}),
    leave: (member: Actor, projectId: number) => call(member, `DELETE /api/projects/${projectId}/members/me`),
  };
}
export type Stage = ReturnType<typeof createStage>;

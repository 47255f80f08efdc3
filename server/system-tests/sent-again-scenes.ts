import type { CallName } from '@sangam/shared/app/calls';
import type { ErrorCode } from '@sangam/shared/core/errors';
import { joinTeam } from '@sangam/testing/chat/team';
import { decideOn, reportTo } from '@sangam/testing/moderating';
import { postProject } from '@sangam/testing/post-project';
import type { Body, TestMember, TestServer } from '@sangam/testing/test-server';

/** Every call but the reads. */
export type Write = Exclude<CallName, `GET ${string}`>;

/** Members whom no other case uses: Asha creates, Bina joins, and both have confirmed addresses. */
export interface Scene {
  server: TestServer;
  asha: TestMember;
  bina: TestMember;
  moderator: TestMember;
}

/** A call that succeeds once. */
interface PreparedCase {
  by: TestMember | null;
  params?: Record<string, number | string>;
  query?: string;
  body?: Body;
}

export interface Case {
  /** The difference between several cases of a call. */
  of?: string;
  prepare: (scene: Scene) => PreparedCase | Promise<PreparedCase>;
  /**
   * The second, equal call: `same` answer; `again`: it succeeds, with newer times or versions; a refusal with the outcome that is in place
   * `already`; or a refusal for the named reason.
   */
  again: 'same' | 'again' | { already: ErrorCode } | { refused: ErrorCode; because: string };
  /** The body of a call whose outcome is not in place. */
  other?: Body;
}

export const PASSWORD = 'Zq-7kvxw';
export const uuid = () => crypto.randomUUID();
export const act = (fields?: object) => () => ({ client_id: uuid(), ...fields });
export const already = (code: ErrorCode) => ({ already: code });

/** A project of Asha's. */
export const post = ({ server, asha }: Scene, fields?: object) => postProject(server, asha, fields);
export const finished = async (scene: Scene) => {
  const project = await post(scene);
  await scene.server.call(`PUT /api/projects/${project}/state`, scene.asha.token, { state: 'finished' });
  return project;
};
/** A project of Asha's with Bina in its team. */
export const team = async (scene: Scene) => {
  const project = await post(scene);
  await joinTeam(scene.server, project, scene.asha, scene.bina);
  return project;
};
export const transfer = async (scene: Scene) => {
  const project = await team(scene);
  await scene.server.call(`PUT /api/projects/${project}/offer`, scene.asha.token, { user_id: scene.bina.id });
  return project;
};
const requestToJoin = async ({ server, bina }: Scene, project_id: number, fields: object = {}): Promise<number> =>
  (await server.call('POST /api/project-requests', bina.token, { project_id, ...fields })).body.data.request.id;
export const pendingRequest = async (scene: Scene) => requestToJoin(scene, await post(scene));
export const decide = ({ server, asha }: Scene, request: number, status: string) =>
  server.call(`PUT /api/project-requests/${request}/status`, asha.token, { status });
export const interested = async (scene: Scene): Promise<number> =>
  (await scene.server.call(`POST /api/projects/${await post(scene)}/connect`, scene.bina.token)).body.data.connection
    .id;
export const invited = async (scene: Scene, project?: number): Promise<number> => {
  const path = `POST /api/projects/${project ?? (await post(scene))}/invitations`;
  return (await scene.server.call(path, scene.asha.token, { user_id: scene.bina.id })).body.data.invitation.id;
};

/** Bina's request to a project whose seats are taken. */
export async function requestToFull(scene: Scene): Promise<{ request: number; leave: () => Promise<unknown> }> {
  const { server, asha } = scene;
  const [project, other] = [await post(scene, { max_members: 2 }), await server.signUp()];
  await joinTeam(server, project, asha, other);
  const request = await requestToJoin(scene, project, { waitlist: true });
  return { request, leave: () => server.call(`DELETE /api/projects/${project}/members/me`, other.token) };
}
export const waitlistedRequest = async (scene: Scene) => {
  const { request, leave } = await requestToFull(scene);
  await scene.server.call(`PUT /api/project-requests/${request}/line`, scene.asha.token);
  return { request, leave };
};
export const offeredRequest = async (scene: Scene) => {
  const { request, leave } = await waitlistedRequest(scene);
  await leave();
  return request;
};

/** Bina's first message to Asha. */
export const sentMessage = async ({ server, asha, bina }: Scene) =>
  (await server.call('POST /api/messages', bina.token, { receiver_id: asha.id, content: 'Hi' })).body.data;
const conversation = async (scene: Scene): Promise<number> => (await sentMessage(scene)).conversation_id;
export const uploaded = async ({ server, asha }: Scene) => {
  const attachmentId = uuid();
  await server.call('POST /api/attachments', asha.token, { id: attachmentId, name: 'a.txt', bytes: 2 });
  return { attachmentId };
};
export const moderated = async (
  { server, asha, moderator }: Scene,
  subject: { kind: string; id: number },
  decision: string,
) => decideOn(server, moderator, await reportTo(server, asha, subject), { decision });

export const account = () => ({ name: 'N', email: `${uuid()}@example.org`, password: PASSWORD });
export const byAsha = (body?: Body, query = '') => ({ prepare: ({ asha }: Scene) => ({ by: asha, query, body }) });
export const toBina = (body?: Body) => ({
  prepare: ({ asha, bina }: Scene) => ({ by: asha, params: { userId: bina.id }, body }),
});
export const asAsha = (find: (scene: Scene) => Promise<number>, body?: Body) => ({
  prepare: async (scene: Scene) => ({ by: scene.asha, params: { id: await find(scene) }, body }),
});
export const asBina = (find: (scene: Scene) => Promise<number>, body?: Body) => ({
  prepare: async (scene: Scene) => ({ by: scene.bina, params: { id: await find(scene) }, body }),
});
export const byBina = (fields: object, find: (scene: Scene) => Promise<number> = post) => ({
  prepare: async (scene: Scene) => ({ by: scene.bina, body: { project_id: await find(scene), ...fields } }),
});

/** An act on a message or conversation, which its sender may do by the other member or by the conversation's id. */
export const onMessage = (body: () => Body, seq: object = { seq: 1 }) => ({
  prepare: async (scene: Scene) => {
    await sentMessage(scene);
    return { by: scene.bina, params: { userId: scene.asha.id, ...seq }, body: body() };
  },
});
export const inConversation = (body: () => Body, seq: object = { seq: 1 }) => ({
  prepare: async (scene: Scene) => ({
    by: scene.bina,
    params: { conversationId: await conversation(scene), ...seq },
    body: body(),
  }),
});
export const received = (body: () => Body) => ({
  prepare: async (scene: Scene) => ({ ...(await inConversation(body, {}).prepare(scene)), by: scene.asha }),
});

/** Asha's notification about a request of Bina's. */
export const notificationOf = async (scene: Scene): Promise<number> => {
  await pendingRequest(scene);
  return (await scene.server.call('GET /api/inbox', scene.asha.token)).body.data.items[0].id;
};
export const device = {
  endpoint: 'https://push.example.org/x',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'A'.repeat(22),
  shows_text: false,
};

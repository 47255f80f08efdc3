import { type Static, Type } from 'typebox';
import { Data, Id, Instant, Nullable, Strict } from './common.js';

export const ConnectionStatus = Type.Enum(['pending', 'approved', 'denied']);

/** Interest in a project (the old flow), as the project's creator sees it. */
export const Connection = Type.Object({
  id: Id,
  project_id: Id,
  project_title: Type.String(),
  status: ConnectionStatus,
  requester_id: Id,
  requester_name: Type.String(),
  requester_college: Type.String(),
  requester_email: Type.String(),
  requester_skills: Type.Array(Type.String()),
  requester_github: Nullable(Type.String()),
  created_at: Instant,
});
export type Connection = Static<typeof Connection>;

/** The same, as the requester sees it: nothing of it is about anybody else. */
export const MyConnection = Type.Object({
  id: Id,
  project_id: Id,
  project_title: Type.String(),
  status: ConnectionStatus,
  created_at: Instant,
});
export type MyConnection = Static<typeof MyConnection>;

export const ConnectionDecisionBody = Strict({ status: Type.Enum(['approved', 'denied']) });
export const ConnectionAnswer = Data(Type.Object({ connection: Connection }));
export const ConnectionsAnswer = Data(Type.Object({ connections: Type.Array(Connection) }));
export const MyConnectionAnswer = Data(Type.Object({ connection: MyConnection }));

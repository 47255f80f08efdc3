import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { stoppedClock } from '../clocks.js';
import { type AddedMember, addMembers, takeFrom } from '../members.js';
import { postProject } from '../post-project.js';
import { type Reply, startTestServer, type TestServer } from '../test-server.js';

/** Returns the code of an error, or the status of another answer. */
export const codeOf = ({ status, body }: Reply) => body.code ?? status;

/**
 * Starts a server for a test file, with calls for invitations. Asha, who sends them, and Bina, who receives them, are new for each test.
 * They are the default members of the calls.
 */
export function inviting() {
  const clock = stoppedClock();
  let server: TestServer;
  let pool: AddedMember[];
  let asha: AddedMember;
  let bina: AddedMember;

  beforeAll(async () => {
    server = await startTestServer({ clock, timings: { jobs: { pollMs: 100 } }, env: { RATE_LIMIT: 'on' } });
    pool = await addMembers(server.database, 200, server.jwtSecret, 365);
    // Lets every member see every other member's page.
    await server.database.pool.query('UPDATE users SET listed = true, active_on = current_date');
  });
  afterAll(() => server.close());
  beforeEach(() => {
    [asha, bina] = people(2);
  });

  /** Takes members whom no other test uses. */
  const people = <N extends number>(count: N) => takeFrom(pool, count);
  const call = (by: AddedMember, name: string, body?: object): Promise<Reply> => server.call(name, by.token, body);
  /** Creates a project; returns its id. */
  const post = (creator = asha, fields: object = {}): Promise<number> => postProject(server, creator, fields);
  const invite = (project: number, invitee = bina, creator = asha, message?: string) =>
    call(creator, `POST /api/projects/${project}/invitations`, { user_id: invitee.id, ...(message && { message }) });
  /** Invites a member, and returns the id of the invitation. */
  const invited = async (project: number, invitee = bina, creator = asha): Promise<number> => {
    const { status, body } = await invite(project, invitee, creator);
    if (status !== 201) throw new Error(`the invitation was answered with ${status}: ${JSON.stringify(body)}`);
    return body.data.invitation.id;
  };
  const answer = (id: number, status: string, by = bina) => call(by, `PUT /api/invitations/${id}/status`, { status });
  const withdraw = (id: number, by = asha) => call(by, `DELETE /api/invitations/${id}`);
  const received = async (by = bina): Promise<Invitation[]> =>
    (await call(by, 'GET /api/invitations/received')).body.data.invitations;
  const sent = async (by = asha): Promise<Invitation[]> =>
    (await call(by, 'GET /api/invitations/sent')).body.data.invitations;
  /** The kinds of the member's notifications. */
  const notificationsOf = async (member: AddedMember): Promise<string[]> =>
    (await call(member, 'GET /api/inbox')).body.data.items.map(({ kind }: NotificationItem) => kind);
  const ask = (project: number, by = bina, fields: object = {}) =>
    call(by, 'POST /api/project-requests', { project_id: project, ...fields });
  const decide = (id: number, status: string, by = asha) =>
    call(by, `PUT /api/project-requests/${id}/status`, { status });
  const ofTeam = async (project: number, by: AddedMember): Promise<number[]> =>
    (await call(by, `GET /api/projects/${project}`)).body.team.map(({ id }: { id: number }) => id);
  const team = (project: number) => ofTeam(project, asha);
  /** Returns how many more contacts a member may start before the other answers. */
  const left = async (by: AddedMember, towards: AddedMember) =>
    (await call(by, `GET /api/knocks?user_id=${towards.id}`)).body.data.requests_left;

  return {
    get server() {
      return server;
    },
    get asha() {
      return asha;
    },
    get bina() {
      return bina;
    },
    clock,
    people,
    call,
    post,
    invite,
    invited,
    answer,
    withdraw,
    received,
    sent,
    notificationsOf,
    ask,
    decide,
    ofTeam,
    team,
    left,
  };
}

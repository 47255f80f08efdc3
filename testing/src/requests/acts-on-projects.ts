import type { Acts, Option, Scene } from './scene.js';

/** The most members who are gone at once; with more, too few would act. */
const DELETED_MAX = 6;

/** Returns the table's rows of `act` for everything pending in the project. */
const pendingRows = ({ project: { requests, interests, invitations } }: Scene, act: string): string[] => [
  ...requests.filter(({ status }) => status === 'pending').map(({ stage }) => `request: ${act}, ${stage}`),
  ...interests.filter(({ stage }) => stage === 'pending').map(() => `interest: ${act}, pending`),
  ...(act === 'move' ? [] : invitations)
    .filter(({ status }) => status === 'pending')
    .map(() => `invitation: ${act}, pending`),
];

/** The creator's actions on a project, and its transfers. */
export function actsOnProjects(scene: Scene): Acts {
  const { project, seated, next, mayEnd } = scene;
  const { id, creator_id, roles, recipients, state } = project;
  const isOver = state === 'finished' || state === 'deleted';
  /** One option by the creator, if the action is possible. */
  const ofCreator = (isPossible: boolean, act: string, call: string, more: Partial<Option> = {}): Option[] =>
    isPossible || scene.isBlind
      ? [
          {
            by: creator_id,
            subject: null,
            call: call.replace(':id', String(id)),
            rows: [`project: ${act}, ${state}`],
            ...more,
          },
        ]
      : [];
  const toState = (isPossible: boolean, act: string, to: string, extraRows: readonly string[] = []): Option[] =>
    ofCreator(isPossible, act, 'PUT /api/projects/:id/state', {
      subject: id,
      body: { state: to },
      rows: [`project: ${act}, ${state}`, ...extraRows],
    });
  const editRoles = () => {
    const kept = roles.filter(() => next() < 0.7).map((role) => ({ id: role.id, name: `Role ${role.id}`, seats: 1 }));
    return { roles: [...kept, ...(next() < 0.5 ? [{ name: 'New', seats: 1 }] : [])] };
  };
  const isTransferred = recipients.length > 0;
  const answers = (
    act: 'accept_transfer' | 'decline_transfer',
    status: string,
    rowsOf: (user: number) => readonly string[],
  ): Option[] =>
    (scene.isIgnored ? [] : recipients).map((by) => ({
      rows: [`project: ${act}, ${state}`, ...rowsOf(by)],
      by,
      subject: null,
      call: `PUT /api/projects/${id}/offer/status`,
      body: { status },
    }));
  const weightOfEnd = (weight: number) => (mayEnd && !scene.isQuiet ? weight : 0);
  return {
    edit: [
      0.5,
      ofCreator(true, 'edit', 'PATCH /api/projects/:id', { body: { max_members: 2 + Math.floor(next() * 3) } }),
    ],
    edit_roles: [1, ofCreator(true, 'edit', 'PATCH /api/projects/:id', { body: editRoles() })],
    transfer: [
      scene.isQuiet ? 0 : 2,
      seated.flatMap((user) =>
        ofCreator(!isTransferred, 'transfer', 'PUT /api/projects/:id/offer', {
          body: { user_id: user },
          prepares: ['accept_transfer', 'decline_transfer', 'cancel_transfer'].map(
            (act) => `project: ${act}, ${state}`,
          ),
        }),
      ),
    ],
    accept_transfer: [
      3,
      answers('accept_transfer', 'accepted', () => [
        'request: accept_transfer, accepted',
        ...pendingRows(scene, 'move'),
      ]),
    ],
    decline_transfer: [
      1,
      answers('decline_transfer', 'declined', () =>
        project.seeks_creator && recipients.length === 1 ? [`project: run_out, ${state}`] : [],
      ),
    ],
    cancel_transfer: [1, ofCreator(isTransferred, 'cancel_transfer', 'DELETE /api/projects/:id/offer')],
    close: [scene.isQuiet ? 0 : 1, toState(state === 'open', 'close', 'closed')],
    reopen: [2, toState(state === 'closed', 'reopen', 'open')],
    reopen_finished: [
      0.5,
      ofCreator(state === 'finished', 'reopen_finished', 'POST /api/projects/:id/reopen', { subject: id }),
    ],
    confirm: [0.5, ofCreator(state === 'open', 'confirm', 'PUT /api/projects/:id/confirmation')],
    finish: [weightOfEnd(0.15), toState(!isOver, 'finish', 'finished', pendingRows(scene, 'end'))],
    delete: [
      weightOfEnd(0.2),
      ofCreator(seated.length === 0 && state !== 'deleted', 'delete', 'DELETE /api/projects/:id', { subject: id }),
    ],
  };
}

/** Members who delete and restore their accounts. */
export function actsOnAccounts(scene: Scene): Acts {
  const { project, projects, members, deletedIds, quietProjectId, invitationOf, nonMembers, seated } = scene;
  const { creator_id, state } = project;
  const isActive = (each: { state: string }) => each.state === 'open' || each.state === 'closed';
  const quietCreator = projects.find(({ id }) => id === quietProjectId)?.creator_id;
  const deletesAccount = (by: number, rows: readonly string[], prepares: readonly string[] = []): Option[] =>
    deletedIds.size < DELETED_MAX && !deletedIds.has(by) && by !== quietCreator
      ? [
          {
            rows,
            prepares,
            by,
            subject: null,
            call: 'DELETE /api/account',
            body: { current_password: members.get(by)?.password },
          },
        ]
      : [];
  const invited = nonMembers.filter((user) => (invitationOf(user)?.id ?? 0) % 5 !== 0);
  /** Every third creator stays away, so that their projects reach the deadline. */
  const restoresAccount = (user: number) => {
    const seekingCreator = projects.filter((candidate) => candidate.creator_id === user && candidate.seeks_creator);
    const { email, password } = members.get(user) ?? {};
    const option: Option = {
      rows: seekingCreator.map((each) => `project: come_back, ${each.state}`),
      by: user,
      subject: null,
      call: 'POST /api/auth/login',
      body: { email, password, remember: true, come_back: true },
    };
    return seekingCreator.length > 0 && user % 3 === 0 ? [] : [option];
  };
  if (!scene.mayEnd) return {};
  const prepared = seated.some((user) => !deletedIds.has(user))
    ? ['come_back', 'run_out', 'accept_transfer'].map((act) => `project: ${act}, ${state}`)
    : [];
  return {
    delete_account: [
      0.15,
      [
        ...(isActive(project)
          ? deletesAccount(creator_id, [`project: seek_creator, ${state}`, ...pendingRows(scene, 'vanish')], prepared)
          : []),
        ...invited.flatMap((user) => deletesAccount(user, ['invitation: leave, pending'])),
      ],
    ],
    come_back: [0.3, [...deletedIds].flatMap(restoresAccount)],
  };
}

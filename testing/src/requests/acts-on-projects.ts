import type { Acts, Option, Scene } from './scene.js';

/** The most members who are gone at once; with more, too few would act. */
const GONE_AT_ONCE = 6;

/** Returns the table's rows of `act` for everything pending in the project. */
const ofPending = ({ project: { requests, interests, invitations } }: Scene, act: string): string[] => [
  ...requests.filter(({ status }) => status === 'pending').map(({ stage }) => `request: ${act}, ${stage}`),
  ...interests.filter(({ stage }) => stage === 'pending').map(() => `interest: ${act}, pending`),
  ...(act === 'move' ? [] : invitations)
    .filter(({ status }) => status === 'pending')
    .map(() => `invitation: ${act}, pending`),
];

/** The creator's actions on a project, and its transfers. */
export function actsOnProjects(scene: Scene): Acts {
  const { project, seated, next, mayEnd } = scene;
  const { id, creator_id, roles, recipients, interests, state } = project;
  const isOver = state === 'finished' || state === 'deleted';
  /** One option by the creator, if the action is possible. */
  const once = (suits: boolean, act: string, call: string, more: Partial<Option> = {}): Option[] =>
    suits || scene.isBlind
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
  const toState = (suits: boolean, act: string, to: string, more: readonly string[] = []): Option[] =>
    once(suits, act, 'PUT /api/projects/:id/state', {
      subject: id,
      body: { state: to },
      rows: [`project: ${act}, ${state}`, ...more],
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
  const weightOfEnd = (weight: number) => (mayEnd && !scene.isCalm ? weight : 0);
  return {
    edit: [0.5, once(true, 'edit', 'PATCH /api/projects/:id', { body: { max_members: 2 + Math.floor(next() * 3) } })],
    edit_roles: [1, once(true, 'edit', 'PATCH /api/projects/:id', { body: editRoles() })],
    transfer: [
      scene.isCalm ? 0 : 2,
      seated.flatMap((user) =>
        once(!isTransferred, 'transfer', 'PUT /api/projects/:id/offer', {
          body: { user_id: user },
          prepares: ['accept_transfer', 'decline_transfer', 'cancel_transfer'].map(
            (act) => `project: ${act}, ${state}`,
          ),
        }),
      ),
    ],
    accept_transfer: [
      3,
      answers('accept_transfer', 'accepted', (user) => [
        ...['request: accept_transfer, accepted', ...ofPending(scene, 'move')],
        ...interests
          .filter((one) => one.user === user && one.stage === 'pending')
          .map(() => 'interest: become_creator, pending'),
      ]),
    ],
    decline_transfer: [
      1,
      answers('decline_transfer', 'declined', () =>
        project.seeks_creator && recipients.length === 1 ? [`project: run_out, ${state}`] : [],
      ),
    ],
    cancel_transfer: [1, once(isTransferred, 'cancel_transfer', 'DELETE /api/projects/:id/offer')],
    close: [scene.isCalm ? 0 : 1, toState(state === 'open', 'close', 'closed')],
    reopen: [2, toState(state === 'closed', 'reopen', 'open')],
    reopen_finished: [
      0.5,
      once(state === 'finished', 'reopen_finished', 'POST /api/projects/:id/reopen', { subject: id }),
    ],
    confirm: [0.5, once(state === 'open', 'confirm', 'PUT /api/projects/:id/confirmation')],
    finish: [weightOfEnd(0.15), toState(!isOver, 'finish', 'finished', ofPending(scene, 'end'))],
    delete: [
      weightOfEnd(0.2),
      once(seated.length === 0 && state !== 'deleted', 'delete', 'DELETE /api/projects/:id', { subject: id }),
    ],
  };
}

/** Members who delete and restore their accounts. */
export function actsOnAccounts(scene: Scene): Acts {
  const { project, seen, members, gone, calm, invitationOf, outside, seated } = scene;
  const { creator_id, state } = project;
  const isActive = (each: { state: string }) => each.state === 'open' || each.state === 'closed';
  const keeper = seen.find(({ id }) => id === calm)?.creator_id;
  const goes = (by: number, rows: readonly string[], prepares: readonly string[] = []): Option[] =>
    gone.size < GONE_AT_ONCE && !gone.has(by) && by !== keeper
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
  const invited = outside.filter((user) => (invitationOf(user)?.id ?? 0) % 5 !== 0);
  /** Every third creator stays away, so that their projects reach the deadline. */
  const comesBack = (user: number) => {
    const sought = seen.filter((each) => each.creator_id === user && each.seeks_creator);
    const { email, password } = members.get(user) ?? {};
    const option: Option = {
      rows: sought.map((each) => `project: come_back, ${each.state}`),
      by: user,
      subject: null,
      call: 'POST /api/auth/login',
      body: { email, password, remember: true, come_back: true },
    };
    return sought.length > 0 && user % 3 === 0 ? [] : [option];
  };
  if (!scene.mayEnd) return {};
  const offered = seated.some((user) => !gone.has(user))
    ? ['come_back', 'run_out', 'accept_transfer'].map((act) => `project: ${act}, ${state}`)
    : [];
  return {
    delete_account: [
      0.15,
      [
        ...(isActive(project)
          ? goes(creator_id, [`project: seek_creator, ${state}`, ...ofPending(scene, 'vanish')], offered)
          : []),
        ...invited.flatMap((user) => goes(user, ['invitation: leave, pending'])),
      ],
    ],
    come_back: [0.3, [...gone].flatMap(comesBack)],
  };
}

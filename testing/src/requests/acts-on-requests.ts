import type { Acts, Option, Scene } from './scene.js';
import type { VisibleInterest, VisibleRequest } from './visible-projects.js';

/** The transitions that are possible once an invited member has also asked. */
const crossingRows = [
  'request: accept_invitation, pending',
  'request: accept_invitation, waitlisted',
  'request: accept_invitation, offered',
  'invitation: join, pending',
  'invitation: reject, pending',
];

/** The transition of a member's invitation when their request is decided. */
const ofInvitation = ({ invitationOf }: Scene, user: number, act: 'join' | 'reject') =>
  invitationOf(user) ? [`invitation: ${act}, pending`] : [];

/** The transition of a member's interest when they join. */
const ofInterest = ({ project }: Scene, user: number) =>
  project.interests.some((one) => one.user === user && one.stage === 'pending') ? ['interest: join, pending'] : [];

/** Whether the member may ask for a seat in the project or show interest again. */
const mayAsk = ({ project, nowMs }: Scene, user: number): boolean =>
  [...project.requests, ...project.interests].every(
    (one) => one.user !== user || one.again_at === null || Date.parse(one.again_at) <= nowMs,
  );

/** The calls to ask to join. An invited member's call accepts the invitation if its seat is free; otherwise both are pending. */
function joinCalls(scene: Scene, pools: readonly (number | null)[], more: object): Option[] {
  const { project, nonMembers, possible, invitationOf, hasSeatFor, pick } = scene;
  const isApplicant = (user: number) =>
    mayAsk(scene, user) &&
    !project.requests.some((one) => one.user === user && one.status === 'pending') &&
    // Left out, so that the invitation reaches its deadline.
    (invitationOf(user)?.id ?? 1) % 5 !== 0;
  return possible(pools.length > 0 ? nonMembers : [], isApplicant).map((user) => {
    const invitation = invitationOf(user);
    const last = project.requests.filter((one) => one.user === user).at(-1)?.stage ?? 'none';
    const acceptsInvitation = invitation !== undefined && hasSeatFor(invitation.role);
    const role = pick(pools) ?? null;
    return {
      rows: acceptsInvitation
        ? ['invitation: accept, pending', ...ofInterest(scene, user)]
        : [`request: ask, ${last}`, 'project: ask, open'],
      prepares: invitation && !acceptsInvitation ? crossingRows : [],
      by: user,
      subject: project.id,
      call: 'POST /api/project-requests',
      body: { project_id: project.id, ...more, ...(role === null ? {} : { role_id: role }) },
    };
  });
}

/** Actions on join requests, by applicants and the creator. */
export function actsOnRequests(scene: Scene): Acts {
  const { project, answerableRequests, at, seated, pools, hasSeatFor, invitationOf, possible } = scene;
  const { id, creator_id, requests, state } = project;
  const isOpen = scene.isBlind || (state === 'open' && !project.is_left);
  const hasSeat = pools.some(hasSeatFor);
  const optionsFor = (
    list: readonly VisibleRequest[],
    to: (one: VisibleRequest) => Omit<Option, 'subject' | 'by'> & { by?: number },
  ): Option[] => (scene.isBlind ? requests : list).map((one) => ({ by: creator_id, subject: one.id, ...to(one) }));
  const statusOf = ({ id: request }: VisibleRequest) => `PUT /api/project-requests/${request}/status`;
  const joins = ({ user }: VisibleRequest) => [...ofInvitation(scene, user, 'join'), ...ofInterest(scene, user)];
  /** Leaves out every third seat offer, so it expires. */
  const answerable = at('offered').filter((each) => each.id % 3 !== 0);
  const answerSeatOffer = (one: VisibleRequest, status: string) => ({
    by: one.user,
    call: `PUT /api/project-requests/${one.id}/offer`,
    body: { status },
  });
  return {
    ask: [answerableRequests.length < 4 ? 12 : 4, isOpen ? joinCalls(scene, possible(pools, hasSeatFor), {}) : []],
    ask_for_waitlist: [
      answerableRequests.length < 4 ? 8 : 2,
      isOpen
        ? joinCalls(
            scene,
            possible(pools, (role) => !hasSeatFor(role)),
            { waitlist: true },
          )
        : [],
    ],
    stay: [
      1,
      optionsFor(at('waitlisted'), (one) => ({
        rows: ['request: stay, waitlisted'],
        by: one.user,
        call: `PUT /api/project-requests/${one.id}/wait`,
      })),
    ],
    accept: [
      5,
      optionsFor(
        at('pending').filter(({ role }) => hasSeatFor(role)),
        (one) => ({
          rows: ['request: accept, pending', ...joins(one)],
          call: statusOf(one),
          body: { status: 'accepted' },
        }),
      ),
    ],
    reject: [
      1,
      optionsFor(answerableRequests, (one) => ({
        rows: [`request: reject, ${one.stage}`, ...ofInvitation(scene, one.user, 'reject')],
        call: statusOf(one),
        body: { status: 'rejected' },
      })),
    ],
    reopen_request: [
      3,
      optionsFor(
        requests.filter(({ stage, id: each }) => stage === 'rejected' && each % 2 === 0),
        (one) => ({ rows: ['request: reopen, rejected'], call: `POST /api/project-requests/${one.id}/reopen` }),
      ),
    ],
    add_to_waitlist: [
      hasSeat ? 1 : 14,
      optionsFor(at('pending'), (one) => ({
        rows: ['request: add_to_waitlist, pending'],
        prepares: invitationOf(one.user) ? crossingRows.slice(1) : [],
        call: `PUT /api/project-requests/${one.id}/line`,
      })),
    ],
    end_own: [
      1,
      optionsFor(answerableRequests, (one) => ({
        rows: [`request: ${one.stage === 'offered' ? 'decline_offer' : 'withdraw'}, ${one.stage}`],
        by: one.user,
        call: `DELETE /api/project-requests/${one.id}`,
      })),
    ],
    take_offer: [
      4,
      optionsFor(answerable, (one) => ({
        rows: ['request: take_offer, offered', ...joins(one)],
        ...answerSeatOffer(one, 'accepted'),
      })),
    ],
    decline_offer: [
      1.5,
      optionsFor(answerable, (one) => ({
        rows: ['request: decline_offer, offered'],
        ...answerSeatOffer(one, 'declined'),
      })),
    ],
    leave: [
      at('waitlisted').length > 1 ? 5 : 1,
      scene.isIgnored
        ? []
        : seated.map((user) => ({
            rows: ['request: leave, accepted', `project: leave, ${state}`],
            by: user,
            subject: null,
            call: `DELETE /api/projects/${id}/members/me`,
          })),
    ],
    remove: [
      1,
      seated.map((user) => ({
        rows: ['request: remove, accepted', `project: remove, ${state}`],
        by: creator_id,
        subject: null,
        call: `DELETE /api/projects/${id}/members/${user}`,
        body: {},
      })),
    ],
  };
}

/** Actions on interest. */
export function actsOnInterests(scene: Scene): Acts {
  const { project, nonMembers, possible } = scene;
  const { id, creator_id, interests, state } = project;
  const stagesOf = (user: number) => interests.filter((one) => one.user === user).map(({ stage }) => stage);
  const mayShow = (user: number) =>
    mayAsk(scene, user) && stagesOf(user).every((stage) => stage !== 'pending' && stage !== 'accepted');
  const optionsFor = (to: (one: VisibleInterest) => Omit<Option, 'subject'>): Option[] =>
    // Leaves out every fifth, so it reaches its deadline.
    possible(interests, (one) => one.stage === 'pending' && one.id % 5 !== 0).map((one) => ({
      subject: one.id,
      ...to(one),
    }));
  const answer = (one: VisibleInterest, status: 'approved' | 'denied') => ({
    rows: [`interest: ${status === 'approved' ? 'approve' : 'deny'}, pending`],
    by: creator_id,
    call: `PUT /api/projects/connections/${one.id}`,
    body: { status },
  });
  const isOpen = scene.isBlind || (state === 'open' && !project.is_left);
  return {
    show_interest: [
      2,
      possible(isOpen ? nonMembers : [], mayShow).map((user) => ({
        rows: [`interest: ask, ${stagesOf(user).at(-1) ?? 'none'}`, 'project: show_interest, open'],
        prepares: ['interest: join, pending'],
        by: user,
        subject: id,
        call: `POST /api/projects/${id}/connect`,
      })),
    ],
    end_interest: [
      0.7,
      optionsFor((one) => ({
        rows: ['interest: withdraw, pending'],
        by: one.user,
        call: `DELETE /api/projects/connections/${one.id}`,
      })),
    ],
    approve: [0.7, optionsFor((one) => answer(one, 'approved'))],
    deny: [0.7, optionsFor((one) => answer(one, 'denied'))],
  };
}

/** Actions on invitations. */
export function actsOnInvitations(scene: Scene): Acts {
  const { project, pools, nonMembers, answerableRequests, hasSeatFor, possible, pick } = scene;
  const { id, creator_id, requests, interests, invitations, state } = project;
  const free = pools.filter(hasSeatFor);
  const isOpen = scene.isBlind || (state === 'open' && !project.is_left);
  // Leaves out every fifth, so it reaches its deadline.
  const pending = possible(invitations, (one) => one.status === 'pending' && one.id % 5 !== 0);
  /** Members who were never invited, or may have asked since. */
  const invitable = (user: number) =>
    !answerableRequests.some((one) => one.user === user) &&
    (!invitations.some((one) => one.user === user) || [...requests, ...interests].some((one) => one.user === user));
  const pendingRequestOf = (user: number) => requests.find((one) => one.user === user && one.status === 'pending');
  return {
    invite: [
      3,
      possible(isOpen && free.length > 0 ? nonMembers : [], invitable).map((user) => {
        const role = pick(free) ?? null;
        return {
          rows: ['invitation: invite, none'],
          prepares: role === null ? [] : crossingRows,
          by: creator_id,
          subject: id,
          call: `POST /api/projects/${id}/invitations`,
          body: { user_id: user, ...(role === null ? {} : { role_id: role }) },
        };
      }),
    ],
    accept_invitation: [
      2,
      possible(pending, ({ role, user }) => hasSeatFor(role) || pendingRequestOf(user)?.stage === 'offered').map(
        (one) => ({
          rows: [
            'invitation: accept, pending',
            ...[pendingRequestOf(one.user)].flatMap((request) =>
              request ? [`request: accept_invitation, ${request.stage}`] : [],
            ),
            ...ofInterest(scene, one.user),
          ],
          by: one.user,
          subject: one.id,
          call: `PUT /api/invitations/${one.id}/status`,
          body: { status: 'accepted' },
        }),
      ),
    ],
    decline_invitation: [
      0.7,
      pending.map((one) => ({
        rows: ['invitation: decline, pending'],
        by: one.user,
        subject: one.id,
        call: `PUT /api/invitations/${one.id}/status`,
        body: { status: 'declined' },
      })),
    ],
    withdraw_invitation: [
      0.7,
      pending.map((one) => ({
        rows: ['invitation: withdraw, pending'],
        by: creator_id,
        subject: one.id,
        call: `DELETE /api/invitations/${one.id}`,
      })),
    ],
  };
}

import type { CallAnswer } from '@sangam/shared/app/calls';
import { mapResult, type Result } from '../../core/api/errors';
import type { ListPage } from '../../core/store/list';

type RequestsData = Pick<CallAnswer<'GET /api/project-requests/mine'>, 'data'>;
interface InterestsData<Item> {
  data: Omit<ListPage<Item>, 'items'> & { connections: readonly Item[] };
}

type InvitationsData = Pick<CallAnswer<'GET /api/invitations/received'>, 'data'>;

const invitationsOf = ({ data: { invitations: items, ...page } }: InvitationsData) => ({ items, ...page });
const requestsOf = ({ data: { requests: items, ...page } }: RequestsData) => ({ items, ...page });
const interestsOf = <Item>({ data: { connections: items, ...page } }: InterestsData<Item>): ListPage<Item> => ({
  items,
  ...page,
});

/** Converts a page of requests for a list. */
export const toRequests = (answer: Result<RequestsData>) => mapResult(answer, requestsOf);

/** Converts a page of invitations for a list. */
export const toInvitations = (answer: Result<InvitationsData>) => mapResult(answer, invitationsOf);

/** Converts a page of interests for a list. */
export const toInterests = <Item>(answer: Result<InterestsData<Item>>): Result<ListPage<Item>> =>
  mapResult(answer, interestsOf);

/** Converts the page inside a part of a refresh. */
const inPart =
  <Answer, Page>(toPage: (answer: { data: Answer }) => Page) =>
  (part: Result<{ version: string; data: Answer } | null>) =>
    mapResult(part, (found) => found && { version: found.version, data: toPage(found) });

export const requestsInPart = inPart(requestsOf);
export const invitationsInPart = inPart(invitationsOf);
export const interestsInPart = inPart(
  interestsOf<CallAnswer<'GET /api/projects/connections/incoming'>['data']['connections'][number]>,
);

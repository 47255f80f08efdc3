import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { TransferRow } from '../../../app/work/ReceivedTransfers';
import { moment } from '../../../core/store/table';
import { nowMs } from '../../../lib/clock';
import { transfers } from '../../../projects/state/transfers';
import { show } from '../../../testing/render';
import { interest, invitation, joinRequest, ME, member, OTHER, offer, project } from '../../../testing/samples';
import { requests } from '../../state/requests';
import { IncomingInterest } from '../incoming/IncomingInterest';
import { IncomingRequest } from '../incoming/IncomingRequest';
import { ReceivedInvitation } from '../invitations/ReceivedInvitation';
import { JoinButton } from '../join/JoinButton';
import { InterestRow, RequestRow } from './own-requests';
import { SeatOfferInRow } from './SeatOffer';

const soon = (): string => new Date(nowMs() + 400).toISOString();
const own = { user_id: ME, user_name: 'Me', creator_name: 'Other' };

function seat(change: object): void {
  requests.merge([joinRequest({ ...own, ...change })], moment());
}

function transfer(answer_by: string): ReactElement {
  transfers.upsert(offer({ answer_by }));
  return <TransferRow transfer={offer({ answer_by })} isGone={false} />;
}

const cards: Record<string, [card: (at: string) => ReactElement, button: RegExp, outcome: string]> = {
  'a request to the creator': [
    (answer_by) => <IncomingRequest request={joinRequest({ answer_by })} />,
    /^Accept/u,
    'No answer in time',
  ],
  'an own request': [
    (answer_by) => <RequestRow request={joinRequest({ ...own, answer_by })} />,
    /^Withdraw/u,
    'No answer in time',
  ],
  'a place on the waitlist': [
    (waits_until) => <RequestRow request={joinRequest({ ...own, place: 1, waits_until })} />,
    /^Withdraw/u,
    'Waitlist time ended',
  ],
  'an interest to the creator': [
    (answer_by) => <IncomingInterest interest={{ ...interest, answer_by }} />,
    /^Approve/u,
    'No answer in time',
  ],
  'an own interest': [
    (answer_by) => <InterestRow interest={{ ...interest, creator_id: OTHER, answer_by }} />,
    /^Withdraw/u,
    'No answer in time',
  ],
  'an invitation': [
    (answer_by) => <ReceivedInvitation invitation={invitation({ answer_by })} />,
    /^Accept/u,
    'Expired',
  ],
  'a seat offer in a notification': [
    (offered_until) => {
      seat({ offered_until });
      return <SeatOfferInRow requestId={joinRequest().id} of="Rover" />;
    },
    /^Accept/u,
    'Seat offer expired',
  ],
  'a transfer of a creator who leaves': [transfer, /^Accept/u, 'No longer pending'],
};

it.each(Object.entries(cards))(
  '%s ends with its deadline, before the server says so',
  async (_, [card, name, outcome]) => {
    show(card(soon()), { as: member });
    screen.getByRole('button', { name });
    expect(screen.queryByText(outcome)).toBeNull();
    await screen.findByText(outcome);
    const past = /answers? by|is offered to you|stay on the waitlist|if nobody/iu;
    await waitFor(() => expect(document.body.textContent).not.toMatch(past));
    expect(screen.queryByRole('button')).toBeNull();
  },
);

it('offers to ask again once the deadline of the earlier request has passed', async () => {
  seat({ answer_by: soon() });
  show(<JoinButton project={project(7, { creator_id: OTHER, creator_name: 'Other' })} />, { as: member });
  await waitFor(() => expect(screen.getByRole('button').textContent).toMatch(/Join/u));
});

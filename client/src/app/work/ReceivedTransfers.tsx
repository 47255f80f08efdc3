import type { Transfer } from '@sangam/shared/projects/transfers';
import { localTime } from '../../lib/text/local-time';
import { TransferAnswer } from '../../projects/screens/transfer/TransferAnswer';
import { myTransfers } from '../../projects/state/transfers';
import { WorkRow } from '../../requests/screens/parts/own-requests';
import { MemberName } from '../../ui/MemberName';
import { TimeAgo } from '../../ui/TimeAgo';
import { WorkSection } from './WorkSection';

/** Transfers that the member may accept. */
export function ReceivedTransfers() {
  return (
    <WorkSection
      title="Transfers to me"
      arrives={['transfer', 'transfers']}
      what="transfers"
      isPending
      list={myTransfers}
      row={(offer, isGone) => <TransferRow offer={offer} isGone={isGone} />}
      empty={null}
    />
  );
}

/** One of them, with a deadline if its creator has deleted their account. */
export function TransferRow({ offer, isGone }: { offer: Transfer; isGone: boolean }) {
  return (
    <WorkRow
      projectId={offer.project_id}
      title={offer.project_title}
      facts={
        <p className="facts min-w-0 break-words">
          <span>
            <MemberName id={offer.creator_id} name={offer.creator_name} isGone={offer.answer_by !== undefined} />{' '}
            {offer.answer_by
              ? 'is leaving Sangam. The first member of the team to accept becomes the creator'
              : 'wants to transfer this project to you'}
          </span>
          <TimeAgo time={offer.created_at} />
        </p>
      }
      below={
        <div className="grid gap-2">
          <TransferAnswer id={offer.id} projectId={offer.project_id} title={offer.project_title} isGone={isGone} />
          {offer.answer_by && <span className="text-muted text-xs">Accept by {localTime(offer.answer_by)}</span>}
        </div>
      }
    />
  );
}

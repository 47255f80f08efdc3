import { isolate } from '@sangam/shared/core/isolate';
import type { Transfer } from '@sangam/shared/projects/transfers';
import { localTime } from '../../lib/text/local-time';
import { TransferAnswer } from '../../projects/screens/transfer/TransferAnswer';
import { myTransfers } from '../../projects/state/transfers';
import { AskedProject, Asking, askingClass } from '../../requests/screens/parts/JoinRequestCard';
import { TimeAgo } from '../../ui/TimeAgo';
import { WorkSection } from './WorkSection';

/** Transfers that the member may accept. */
export function ReceivedTransfers() {
  return (
    <WorkSection
      title="Transfers to me"
      arrives={['transfer', 'transfers']}
      what="transfers"
      place="transfers"
      isPending
      list={myTransfers}
      row={(offer, isGone) => <TransferRow offer={offer} isGone={isGone} />}
      empty={null}
    />
  );
}

/** A transfer, with the consequences of accepting, and a deadline if the creator has deleted their account. */
export function TransferRow({ offer, isGone }: { offer: Transfer; isGone: boolean }) {
  const project = <AskedProject id={offer.project_id} title={offer.project_title} />;
  return (
    <div data-decision className={askingClass}>
      <Asking
        id={offer.creator_id}
        name={offer.creator_name}
        isGone={offer.answer_by !== undefined}
        when={<TimeAgo time={offer.created_at} />}
      >
        {offer.answer_by ? (
          <>is leaving Sangam. The first member of the team to accept becomes the creator of {project}</>
        ) : (
          <>wants to transfer {project} to you</>
        )}
      </Asking>
      <div className="grid gap-2">
        <TransferAnswer id={offer.id} projectId={offer.project_id} title={offer.project_title} isGone={isGone} />
        <p className="text-muted text-xs">
          {offer.answer_by
            ? `The project closes if nobody accepts by ${localTime(offer.answer_by)}.`
            : `If you accept, you’ll manage it and answer its requests. ${isolate(offer.creator_name)} stays in the team.`}
        </p>
      </div>
    </div>
  );
}

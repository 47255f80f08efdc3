import { isolate } from '@sangam/shared/core/isolate';
import type { Transfer } from '@sangam/shared/projects/transfers';
import { ClosesBy, TransferAnswer } from '../../projects/screens/transfer/TransferAnswer';
import { myTransfers } from '../../projects/state/transfers';
import { ProjectTitleLink, RequestHead, requestRowClass } from '../../requests/screens/parts/JoinRequestCard';
import { TimeAgo } from '../../ui/TimeAgo';
import { WorkSection } from './WorkSection';

/** Transfers that the member may accept. */
export function ReceivedTransfers() {
  return (
    <WorkSection
      title="Transfers to me"
      newRowNames={['transfer', 'transfers']}
      what="transfers"
      place="transfers"
      isPending
      list={myTransfers}
      renderRow={(transfer, isGone) => <TransferRow transfer={transfer} isGone={isGone} />}
    />
  );
}

/** A transfer, with the consequences of accepting, and a deadline if the creator has deleted their account. */
export function TransferRow({ transfer, isGone }: { transfer: Transfer; isGone: boolean }) {
  const project = <ProjectTitleLink id={transfer.project_id} title={transfer.project_title} />;
  return (
    <div data-decision className={requestRowClass}>
      <RequestHead
        id={transfer.creator_id}
        name={transfer.creator_name}
        isGone={transfer.answer_by !== undefined}
        when={<TimeAgo time={transfer.created_at} />}
      >
        {transfer.answer_by ? (
          <>is leaving Sangam. The first member of the team to accept becomes the creator of {project}</>
        ) : (
          <>wants to transfer {project} to you</>
        )}
      </RequestHead>
      <div className="grid gap-2">
        <TransferAnswer
          id={transfer.id}
          projectId={transfer.project_id}
          title={transfer.project_title}
          isFinal={transfer.answer_by !== undefined}
          isGone={isGone}
        />
        <p className="text-muted text-xs">
          {transfer.answer_by ? (
            <ClosesBy time={transfer.answer_by} />
          ) : (
            `If you accept, you’ll manage it and answer its requests. ${isolate(transfer.creator_name)} stays in the team.`
          )}
        </p>
      </div>
    </div>
  );
}

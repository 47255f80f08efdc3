import { isolate } from '@sangam/shared/core/isolate';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestLimits } from '@sangam/shared/requests/limits';
import { stageOf } from '@sangam/shared/requests/stage';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText, type Result } from '../../../core/api/errors';
import type { List } from '../../../core/store/list';
import { Button } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { useOnce } from '../../../ui/button/use-once';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Dialog, PinnedDialogActions } from '../../../ui/overlay/Dialog';
import { addSeveralToWaitlist, rejectSeveral } from '../../state/answer-several';
import { useIsFullFor } from '../../state/waitlist';
import { type DeclineDraft, declineInputOf, RejectFields } from './use-reject';

interface AnswerSeveralProps {
  /** Pending requests to one or several of the member's projects, by deadline. */
  requests: readonly JoinRequest[];
  /** The list that contains the requests. */
  list: List<JoinRequest>;
  onClose: () => void;
}

const counted = (count: number): string => (count === 1 ? '1 request' : `${count} requests`);
const countedWere = (count: number): string => `${counted(count)} ${count === 1 ? 'was' : 'were'}`;
const inTheMeantime = (count: number): string => `${countedWere(count)} answered or withdrawn in the meantime`;

/** Says how many of the answered requests were rejected. */
function rejectedText(answered: readonly JoinRequest[]): string {
  const rejected = answered.filter(({ status }) => status === 'rejected').length;
  const others = answered.length - rejected;
  return [
    ...(rejected > 0 ? [`${countedWere(rejected)} rejected`] : []),
    ...(others > 0 ? [inTheMeantime(others)] : []),
  ].join('. ');
}

/** Says how many of the answered requests were added to the waitlist. */
function addedText(answered: readonly JoinRequest[]): string {
  const stages = answered.map(stageOf);
  const leftPending = stages.filter((stage) => stage === 'pending').length;
  const added = stages.filter((stage) => stage === 'waitlisted' || stage === 'offered').length;
  const others = answered.length - leftPending - added;
  return [
    ...(added > 0 ? [`${counted(added)} added to the waitlist`] : []),
    ...(leftPending > 0 ? [`The waitlist is full: ${counted(leftPending)} still pending`] : []),
    ...(others > 0 ? [inTheMeantime(others)] : []),
  ].join('. ');
}

/** Rejects several requests with one reason, or adds them to the waitlist where no seat is free. */
export function AnswerSeveral({ requests: pending, list, onClose }: AnswerSeveralProps) {
  // The requests as they were when the dialog opened, so that no row moves under the pointer.
  const [listed, setListed] = useState(() => pending.slice(0, requestLimits.answeredAtOnceMax));
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const isFullFor = useIsFullFor();
  const [draft, setDraft] = useState<DeclineDraft>(() => ({
    reason: listed.every(isFullFor) ? 'seats_taken' : null,
    note: '',
  }));
  const chosen = listed.filter(({ id }) => chosenIds.includes(id));
  const isNoneChosen = chosen.length === 0;
  const withFreeSeat = chosen.filter((request) => !isFullFor(request));

  const finish = (answer: Result<JoinRequest[]>, successText: (answered: readonly JoinRequest[]) => string) => {
    if (answer.ok) {
      toast.success(successText(answer.value));
      onClose();
      return;
    }
    toast.error(actFailureText(answer.error, `Failed to update join request${chosen.length === 1 ? '' : 's'}`));
    // Some may have been answered before the failure; sending those again would fail again.
    const remaining = listed.filter(({ id }) => list.items()?.some((item) => item.id === id));
    setListed(remaining);
    if (remaining.length === 0) onClose();
  };
  const reject = async () => {
    const declineInput = declineInputOf(draft);
    if (declineInput === null || isNoneChosen) return;
    finish(await rejectSeveral(chosen, declineInput), rejectedText);
  };
  const add = async () => finish(await addSeveralToWaitlist(chosen), addedText);
  const [isBusy, runOnce] = useOnce((act: () => Promise<void>) => act());
  const [first] = listed;
  const isOneProject = listed.every(({ project_id }) => project_id === first?.project_id);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={listed.some(isFullFor) ? 'Answer several requests' : 'Reject several requests'}
      {...(isOneProject && first && { description: first.project_title })}
    >
      <div className="grid gap-4 short:gap-3">
        <ChooseRequests
          listed={listed}
          chosenIds={chosen.map(({ id }) => id)}
          onChoose={setChosenIds}
          namesProject={!isOneProject}
        />
        <RejectFields draft={draft} onChange={setDraft} noteLabel="Note to each of them (optional)" isDense />
        <p className="text-muted text-sm">Each applicant is notified. You can reopen a rejected request for 7 days.</p>
        <PinnedDialogActions>
          {listed.some(isFullFor) && (
            <p role="status" className="w-full text-muted text-sm empty:hidden">
              {withFreeSeat.length > 0 &&
                `A seat is free for ${withFreeSeat.length === 1 ? isolate(withFreeSeat[0]?.user_name ?? '') : `${withFreeSeat.length} selected applicants`}. Deselect them to use the waitlist.`}
            </p>
          )}
          <Button onClick={onClose}>Cancel</Button>
          {listed.some(isFullFor) && (
            <OnlineButton busy={isBusy} disabled={isNoneChosen || withFreeSeat.length > 0} onClick={() => runOnce(add)}>
              Add to waitlist
            </OnlineButton>
          )}
          <OnlineButton variant="danger" busy={isBusy} disabled={isNoneChosen} onClick={() => runOnce(reject)}>
            {isNoneChosen ? 'Reject requests' : `Reject ${counted(chosen.length)}`}
          </OnlineButton>
        </PinnedDialogActions>
      </div>
    </Dialog>
  );
}

interface ChooseRequestsProps {
  listed: readonly JoinRequest[];
  chosenIds: readonly number[];
  onChoose: (ids: readonly number[]) => void;
  /** Whether each row names the request's project. */
  namesProject: boolean;
}

function ChooseRequests({ listed, chosenIds, onChoose, namesProject }: ChooseRequestsProps) {
  const choose = (id: number, isChosen: boolean) =>
    onChoose([...chosenIds.filter((each) => each !== id), ...(isChosen ? [id] : [])]);
  return (
    <fieldset className="grid">
      <legend className="sr-only">Requests</legend>
      <Checkbox
        label={<span className="font-medium">Select all {listed.length}</span>}
        checked={chosenIds.length === listed.length}
        onChange={({ target }) => onChoose(target.checked ? listed.map(({ id }) => id) : [])}
      />
      {/* Whole rows, so that the last one in sight isn't cut: a line for the name and one for the message. */}
      <div className="shaded-ends grid max-h-[calc(4*(var(--control-h-sm)+1.25rem)+2px)] overflow-y-auto border-line border-y max-sm:max-h-[calc(3*(var(--control-h-sm)+1.25rem)+2px)] low:max-h-[calc(2*(var(--control-h-sm)+1.25rem)+2px)]">
        {listed.map((request) => (
          <Checkbox
            key={request.id}
            label={
              <span className="line-clamp-1">
                <bdi>{request.user_name}</bdi>
                {request.role_name && ` as ${isolate(request.role_name)}`}
                {namesProject && ` · ${isolate(request.project_title)}`}
              </span>
            }
            hint={
              <span dir="auto" className="wrap-anywhere line-clamp-1">
                {request.message}
              </span>
            }
            checked={chosenIds.includes(request.id)}
            onChange={({ target }) => choose(request.id, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

import { isolate } from '@sangam/shared/core/isolate';
import { freeSeatsFor } from '@sangam/shared/projects/seats';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestLimits } from '@sangam/shared/requests/limits';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText, type Result } from '../../../core/api/errors';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { Button } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { useOnce } from '../../../ui/button/use-once';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Dialog, PinnedDialogActions } from '../../../ui/overlay/Dialog';
import { addSeveralToWaitlist, rejectSeveral } from '../../state/answer-several';
import { stageOf } from '../../state/requests';
import { type DeclineDraft, declineInputOf, RejectFields } from './use-reject';

interface AnswerSeveralProps {
  project: ProjectEntity;
  /** The pending requests, in the order of their deadlines. */
  requests: readonly JoinRequest[];
  onClose: () => void;
}

const counted = (count: number): string => (count === 1 ? '1 request' : `${count} requests`);

/** Rejects several requests with one reason, or adds them to the waitlist where no seat is free. */
export function AnswerSeveral({ project, requests: pending, onClose }: AnswerSeveralProps) {
  // As they were when the dialog opened, so that none moves under the pointer.
  const [listed] = useState(() => pending.slice(0, requestLimits.answeredAtOnceMax));
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const isFullFor = ({ role_id }: JoinRequest) => freeSeatsFor(project, role_id) === 0;
  const [draft, setDraft] = useState<DeclineDraft>(() => ({
    reason: listed.every(isFullFor) ? 'seats_taken' : null,
    note: '',
  }));
  const chosen = listed.filter(({ id }) => chosenIds.includes(id));
  const ids = chosen.map(({ id }) => id);
  const isNone = chosen.length === 0;
  const choose = (id: number, isChosen: boolean) =>
    setChosenIds((before) => [...before.filter((each) => each !== id), ...(isChosen ? [id] : [])]);

  const finish = (answer: Result<JoinRequest[]>, words: (answered: readonly JoinRequest[]) => string) => {
    if (answer.ok) toast.success(words(answer.value));
    else toast.error(actFailureText(answer.error, 'Failed to update join request'));
    if (answer.ok) onClose();
  };
  const reject = async () => {
    const why = declineInputOf(draft);
    if (why === null || isNone) return;
    finish(await rejectSeveral(ids, why), (answered) => {
      const rejected = answered.filter(({ status }) => status === 'rejected').length;
      return rejected === 1 ? '1 request was rejected' : `${rejected} requests were rejected`;
    });
  };
  const add = async () => {
    finish(await addSeveralToWaitlist(ids), (answered) => {
      const added = answered.filter((one) => ['waitlisted', 'offered'].includes(stageOf(one))).length;
      const left = answered.filter((one) => stageOf(one) === 'pending').length;
      return `${counted(added)} added to the waitlist${left > 0 ? `. It’s full: ${counted(left)} still pending` : ''}`;
    });
  };
  const [isBusy, once] = useOnce((act: () => Promise<void>) => act());

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Answer several requests"
      description={project.title}
    >
      <div className="grid gap-4">
        <fieldset className="grid">
          <legend className="sr-only">Requests</legend>
          <Checkbox
            label={<span className="font-medium">Select all {listed.length}</span>}
            checked={chosen.length === listed.length}
            onChange={({ target }) => setChosenIds(target.checked ? listed.map(({ id }) => id) : [])}
          />
          <div className="grid max-h-72 overflow-y-auto border-line border-y py-1">
            {listed.map((request) => (
              <Checkbox
                key={request.id}
                label={
                  <>
                    <bdi>{request.user_name}</bdi>
                    {request.role_name && ` as ${isolate(request.role_name)}`}
                  </>
                }
                hint={
                  <span dir="auto" className="wrap-anywhere line-clamp-2">
                    {request.message}
                  </span>
                }
                checked={chosenIds.includes(request.id)}
                onChange={({ target }) => choose(request.id, target.checked)}
              />
            ))}
          </div>
        </fieldset>
        <RejectFields draft={draft} onChange={setDraft} noteLabel="Note to each of them (optional)" />
        <p className="text-muted text-sm">Each applicant is notified. You can reopen a rejected request for 7 days.</p>
        <PinnedDialogActions>
          <Button onClick={onClose}>Cancel</Button>
          {listed.some(isFullFor) && (
            <OnlineButton busy={isBusy} disabled={isNone || !chosen.every(isFullFor)} onClick={() => once(add)}>
              Add to waitlist
            </OnlineButton>
          )}
          <OnlineButton variant="danger" busy={isBusy} disabled={isNone} onClick={() => once(reject)}>
            {isNone ? 'Reject requests' : `Reject ${counted(chosen.length)}`}
          </OnlineButton>
        </PinnedDialogActions>
      </div>
    </Dialog>
  );
}

import { isolate } from '@sangam/shared/core/isolate';
import { charCount, cleanText, isBlank } from '@sangam/shared/core/text';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestLimits } from '@sangam/shared/requests/limits';
import { REJECT_REASONS, type RejectReason } from '@sangam/shared/requests/reject-reasons';
import { useId, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { cx } from '../../../ui/cx';
import { useAsk } from '../../../ui/decision/use-ask';
import { Textarea, TextLength } from '../../../ui/form/Textarea';
import { type DeclineInput, decideJoinRequest } from '../../state/requests';
import { rejectReasonWords } from '../parts/reject-reasons';
import { Reopen } from './Reopen';

const NOTE_MAX_CHARS = requestLimits.declineWordMaxChars;

/** The reason and note of a rejection as they are entered. */
export interface DeclineDraft {
  reason: RejectReason | null;
  note: string;
}
const empty: DeclineDraft = { reason: null, note: '' };

/** The reason and note to send; null if the note is too long. */
export function declineInputOf({ reason, note: typed }: DeclineDraft): DeclineInput | null {
  const note = cleanText(typed);
  if (charCount(note) > NOTE_MAX_CHARS) return null;
  return { ...(reason !== null && { reason }), ...(!isBlank(note) && { word: note }) };
}

/**
 * The Reject button, which first opens a reason and a note below the request. After the rejection both stay readable, with Reopen in place
 * of the buttons.
 */
export function useReject(request: JoinRequest, busy: boolean) {
  const { id, user_name: name, status } = request;
  const [draft, setDraft] = useState(empty);
  const reject = async (): Promise<boolean> => {
    const declineInput = declineInputOf(draft);
    if (declineInput === null) return false;
    const answer = await decideJoinRequest(id, 'rejected', declineInput);
    if (answer.ok) toast.success(`${isolate(name)}’s request was rejected`);
    else toast.error(actFailureText(answer.error, 'Failed to update join request'));
    return answer.ok;
  };
  return useAsk({
    label: 'Reject',
    name: `Reject ${isolate(name)}`,
    busy,
    question: `Reject ${isolate(name)}`,
    fields: <RejectFields draft={draft} onChange={setDraft} />,
    consequence: `${isolate(name)} is notified. You can reopen the request for 7 days.`,
    yes: 'Reject request',
    act: reject,
    done: status === 'rejected' ? <Reopen request={request} short /> : null,
    onClose: () => setDraft(empty),
  });
}

interface RejectFieldsProps {
  draft: DeclineDraft;
  onChange: (draft: DeclineDraft) => void;
  /** The label of the note. */
  noteLabel?: string;
  /** Two reasons in a line. */
  isDense?: boolean;
}

/** The reason and the note of a rejection. */
export function RejectFields({
  draft,
  onChange,
  noteLabel = 'Note to the applicant (optional)',
  isDense,
}: RejectFieldsProps) {
  const id = useId();
  const length = charCount(cleanText(draft.note));
  const choice = (label: string, reason: RejectReason | null) => (
    <label key={label} className="flex min-h-control-sm items-center gap-2.5 text-sm">
      <input type="radio" name={id} checked={draft.reason === reason} onChange={() => onChange({ ...draft, reason })} />
      {label}
    </label>
  );
  return (
    <>
      <fieldset className={cx('grid', isDense && 'gap-x-4 min-22rem:grid-cols-2')}>
        <legend className="mb-1 font-medium text-sm">Reason</legend>
        {choice('No reason', null)}
        {REJECT_REASONS.map((reason) => choice(rejectReasonWords[reason], reason))}
      </fieldset>
      <Textarea
        label={noteLabel}
        name="word"
        rows={2}
        // Leaves room for the buttons below the field above an on-screen keyboard.
        className="scroll-mb-36"
        maxLength={NOTE_MAX_CHARS * 2}
        invalid={length > NOTE_MAX_CHARS}
        hint={<TextLength text={draft.note} max={NOTE_MAX_CHARS} />}
        value={draft.note}
        onChange={(event) => onChange({ ...draft, note: event.target.value })}
      />
    </>
  );
}

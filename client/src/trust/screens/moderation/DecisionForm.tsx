import {
  decisionsOn,
  isAgainstMember,
  type ModeratorDecision,
  mayHaveMessage,
  type RemovablePart,
  type ReportReason,
  reportReasonWords,
  type SuspensionDays,
  suspensionDays,
} from '@sangam/shared/core/reports';
import { cleanText } from '@sangam/shared/core/text';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { trustLimits } from '@sangam/shared/trust/limits';
import type { ReportCase } from '@sangam/shared/trust/moderation';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { isConflict, refusalOf } from '../../../core/api/errors';
import { useSendsEmails } from '../../../core/site/site';
import { Card } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { Select, WordSelect } from '../../../ui/form/Select';
import { Textarea, TextLength } from '../../../ui/form/Textarea';
import { decideCase, loadCase } from '../../state/moderation';
import { actions } from './actions';
import { NoteForm, useNoteForm } from './NoteForm';
import { PartsToRemove, reportedParts } from './PartsToRemove';
import { decisionWords } from './report-words';

const lengths: Record<SuspensionDays, string> = { 1: '1 day', 7: '7 days', 30: '30 days' };

/**
 * Returns the decisions that are possible on a case: no removal if no part was reported, no hiding of a deleted project, and nothing
 * against an account that no longer exists.
 */
export const decisionsFor = (found: ReportCase): ModeratorDecision[] =>
  decisionsOn(found.kind).filter((one) => {
    if (found.member.name === FORMER_MEMBER && isAgainstMember(one)) return false;
    if (one === 'hide') return found.project_deleted !== true;
    return one !== 'remove' || reportedParts(found).length > 0;
  });

interface DecisionFormProps {
  found: ReportCase;
  /** The open action; null until the moderator chooses one. */
  decision: ModeratorDecision | null;
  onChoose: (decision: ModeratorDecision) => void;
}

/** Decides all open reports about the same subject. Choosing an action opens its form, whose button carries it out. */
export function DecisionForm({ found, decision, onChoose }: DecisionFormProps) {
  const sendsEmails = useSendsEmails();
  return (
    <Card className="grid gap-4">
      <h3 id="decide" className="text-base">
        Decide
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for its heading */}
      <div role="group" aria-labelledby="decide" className="grid gap-2 sm:grid-cols-2">
        {decisionsFor(found).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={decision === one}
            aria-keyshortcuts={actions[one].key}
            onClick={() => onChoose(one)}
            className={cx(
              // The last of an odd number spans both columns.
              'grid content-start gap-1 rounded-md border px-3 py-2.5 text-left hover:bg-hover sm:last:odd:col-span-2',
              decision === one ? 'border-fg bg-hover' : 'border-control',
            )}
          >
            <span className="flex items-baseline justify-between gap-2">
              <span className={cx('font-medium', one === 'suspend' && 'text-danger-text')}>{actions[one].label}</span>
              <kbd aria-hidden className="font-sans text-faint text-xs max-md:hidden">
                {actions[one].key}
              </kbd>
            </span>
            <span className="text-muted text-sm">
              {(sendsEmails ? undefined : actions[one].withoutEmail) ?? actions[one].consequence}
            </span>
          </button>
        ))}
      </div>
      {decision !== null && <Act key={decision} found={found} decision={decision} />}
    </Card>
  );
}

function Act({ found, decision }: { found: ReportCase; decision: ModeratorDecision }) {
  const [reason, setReason] = useState<ReportReason>(found.reports[0]?.reason ?? 'other');
  const [days, setDays] = useState<SuspensionDays | null>(7);
  const [words, setWords] = useState('');
  const reported = reportedParts(found);
  const [parts, setParts] = useState<readonly RemovablePart[]>(reported.slice(0, 1));
  const form = useNoteForm(async (note) => {
    if (decision === 'remove' && parts.length === 0) return { text: 'Choose a part to remove.', errors: [] };
    const toMember = cleanText(words);
    const answer = await decideCase(found.id, {
      decision,
      reason,
      note,
      ...(found.version !== undefined && { version: found.version }),
      ...(decision === 'suspend' && days !== null && { days }),
      ...(mayHaveMessage(decision) && toMember !== '' && { words: toMember }),
      ...(decision === 'remove' && { parts: [...parts] }),
    });
    if (answer.ok) {
      toast.success(decisionWords[decision]);
      return null;
    }
    if (isConflict(answer.error)) await loadCase(found.id);
    return refusalOf(answer.error, 'Failed to save the decision');
  });
  const label = actions[decision].confirm(found.member.name);
  return (
    <NoteForm
      form={form}
      label={label}
      submit={label}
      variant={decision === 'suspend' ? 'danger' : 'primary'}
      isFocused
    >
      {decision !== 'dismiss' && (
        <WordSelect
          label="Reason shown to the member"
          name="reason"
          value={reason}
          words={reportReasonWords}
          onChoose={setReason}
        />
      )}
      {decision === 'remove' && <PartsToRemove reported={reported} parts={parts} onChange={setParts} />}
      {decision === 'suspend' && (
        <Select
          label="Suspend for"
          name="days"
          value={days ?? ''}
          onChange={(event) => setDays(suspensionDays.find((one) => String(one) === event.target.value) ?? null)}
        >
          {suspensionDays.map((one) => (
            <option key={one} value={one}>
              {lengths[one]}
            </option>
          ))}
          <option value="">No end date</option>
        </Select>
      )}
      {mayHaveMessage(decision) && (
        <Textarea
          label="Message to the member (optional)"
          rows={2}
          maxLength={trustLimits.moderatorNoteMaxChars * 2}
          hint={
            <>
              {actions[decision].wordsShown} <TextLength text={words} max={trustLimits.moderatorNoteMaxChars} />
            </>
          }
          name="words"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
    </NoteForm>
  );
}

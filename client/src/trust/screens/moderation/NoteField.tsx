import type { FieldErrors } from '@sangam/shared/core/schemas';
import { charCount, cleanText } from '@sangam/shared/core/text';
import { trustLimits } from '@sangam/shared/trust/limits';
import { Textarea } from '../../../ui/form/Textarea';
import type { FieldState } from '../../../ui/form/use-form';

const MAX = trustLimits.moderatorNoteMaxChars;

interface NoteFieldProps {
  value: string;
  onChange: (note: string) => void;
  state: FieldState;
}

/** Why a moderator decides so, for moderators alone. */
export function NoteField({ value, onChange, state }: NoteFieldProps) {
  const length = charCount(cleanText(value));
  return (
    <Textarea
      label="Note for moderators"
      name="note"
      rows={3}
      maxLength={MAX * 2}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={
        <span className={length > MAX ? 'tabular text-danger-text' : 'tabular'}>
          The member does not see it. {length} of {MAX} characters
        </span>
      }
      {...state}
    />
  );
}

/** The note as it is sent, or what is wrong with it. */
export function checkNote(note: string): { ok: true; value: string } | { ok: false; errors: FieldErrors } {
  const value = cleanText(note);
  if (value !== '') return { ok: true, value };
  return { ok: false, errors: [{ field: 'note', message: 'Please write a short note.' }] };
}

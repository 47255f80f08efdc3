import { charCount, cleanText, isBlank, tooLong } from '@sangam/shared/core/text';
import type { DeclineReason } from '@sangam/shared/requests/decline-reasons';
import { requestLimits } from '@sangam/shared/requests/limits';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button/Button';
import { IconButton } from '../../../ui/button/IconButton';
import { Textarea } from '../../../ui/form/Textarea';
import { useForm } from '../../../ui/form/use-form';
import { Popover } from '../../../ui/overlay/Popover';
import type { DeclineInput } from '../../state/requests';
import { declineWords } from '../parts/decline-reasons';

interface DeclineMenuProps {
  /** The applicant's name. */
  name: string;
  onDecline: (why: DeclineInput) => unknown;
}

/** Rejects with a reason, from a button next to Reject. */
export function DeclineMenu({ name, onDecline }: DeclineMenuProps) {
  const [open, setOpen] = useState(false);
  const decline = (why: DeclineInput) => {
    setOpen(false);
    onDecline(why);
  };
  return (
    <Popover
      label={`Why ${name} is rejected`}
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={ChevronDown} label={`Reject ${name} with a reason`} className="-ml-2" />}
    >
      <DeclineReasons onDecline={decline} />
    </Popover>
  );
}

// Taken from the labels, so that the table of acts isn't loaded here.
const reasons = Object.keys(declineWords) as DeclineReason[];
const MAX = requestLimits.declineWordMaxChars;

/** The reasons for a rejection: one of three, or a note of the creator's own. */
export function DeclineReasons({ onDecline }: { onDecline: (why: DeclineInput) => unknown }) {
  return (
    <>
      <p className="px-4 pt-3 text-muted text-sm">Reject, and say why:</p>
      <ul className="grid p-1.5">
        {reasons.map((reason) => (
          <li key={reason} className="grid">
            <button
              type="button"
              onClick={() => onDecline({ reason })}
              className="flex min-h-control items-center rounded-md px-3 text-left text-sm hover:bg-hover"
            >
              {declineWords[reason]}
            </button>
          </li>
        ))}
      </ul>
      <OwnWords onSend={(word) => onDecline({ word })} />
    </>
  );
}

function OwnWords({ onSend }: { onSend: (word: string) => void }) {
  const [text, setText] = useState('');
  const word = cleanText(text);
  const length = charCount(word);
  const { field, submit } = useForm({
    initial: {},
    check: () => {
      if (isBlank(word)) return { ok: false, errors: [{ field: 'word', message: 'Write a word, or choose a reason' }] };
      return length > MAX
        ? { ok: false, errors: [{ field: 'word', message: tooLong('Your words', MAX) }] }
        : { ok: true, value: word };
    },
    send: async (checked) => {
      onSend(checked);
      return null;
    },
  });
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid gap-2 border-line border-t p-4"
      aria-label="Reject with words of your own"
    >
      <Textarea
        label="Your own words"
        name="word"
        rows={2}
        maxLength={MAX * 2}
        hint={
          <span className={length > MAX ? 'tabular text-danger-text' : 'tabular'}>
            {length} of {MAX} characters
          </span>
        }
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...field('word')}
      />
      <Button type="submit" size="sm">
        Reject with these words
      </Button>
    </form>
  );
}

import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse';
import { type AriaAttributes, useState } from 'react';
import { cx } from '../../../ui/cx';
import { Dialog } from '../../../ui/overlay/Dialog';
import { noteEmojiUsed, storedTone, storeTone, TONES, type Tone, withTone } from '../../state/emoji';
import { type Acting, stopActing } from '../../state/outbox/outbox-acts';
import { actOn } from '../../sync/outbox-sender';
import { emojiFont } from './Reactions';

/** The library counts rows and columns from 0, ARIA from 1. */
const fromOne = <P extends Pick<AriaAttributes, 'aria-rowindex' | 'aria-colindex'>>(props: P): P => {
  const { 'aria-rowindex': row, 'aria-colindex': column } = props;
  return {
    ...props,
    ...(row !== undefined && { 'aria-rowindex': row + 1 }),
    ...(column !== undefined && { 'aria-colindex': column + 1 }),
  };
};

const parts: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...rest }) => (
    <div {...rest} className="bg-surface py-1.5 font-medium text-muted text-xs">
      {category.label}
    </div>
  ),
  Row: ({ children, ...rest }) => (
    <div {...fromOne(rest)} className="scroll-my-2">
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...rest }) => (
    <button
      {...fromOne(rest)}
      className={cx(
        emojiFont,
        'flex h-control w-1/7 items-center justify-center rounded-md text-2xl data-active:bg-hover',
      )}
    >
      {emoji.emoji}
    </button>
  ),
};

/** Picks any emoji by name as a reaction. The names are bundled, so nothing is fetched from another site. */
export function ReactionPicker({ acting: { target } }: { acting: Acting }) {
  const [tone, setTone] = useState(storedTone);
  const chooseTone = (chosen: Tone) => {
    storeTone(chosen);
    setTone(chosen);
  };
  const choose = ({ emoji }: { emoji: string }) => {
    noteEmojiUsed(emoji);
    actOn(target, { verb: 'react', text: emoji });
    stopActing();
  };
  return (
    <Dialog open onOpenChange={stopActing} title="React with an emoji">
      <EmojiPicker.Root
        columns={7}
        skinTone={tone}
        resolveEmojiData={async () => (await import('./emoji-data')).emojiData}
        onEmojiSelect={choose}
        className="flex h-[min(24rem,60dvh)] flex-col gap-2"
      >
        <EmojiPicker.Search
          aria-label="Search emoji"
          placeholder="Search emoji"
          className="min-h-control w-full rounded-md border border-control bg-surface px-3 text-base outline-none focus:border-focus"
        />
        <EmojiPicker.Viewport className="relative flex-1 outline-none">
          <EmojiPicker.Loading className="absolute inset-0 grid place-items-center text-muted text-sm">
            Loading…
          </EmojiPicker.Loading>
          <EmojiPicker.Empty className="absolute inset-0 grid place-items-center text-muted text-sm">
            No emoji found
          </EmojiPicker.Empty>
          <EmojiPicker.List className="select-none" components={parts} />
        </EmojiPicker.Viewport>
      </EmojiPicker.Root>
      <SkinTones tone={tone} onChange={chooseTone} />
    </Dialog>
  );
}

const names: Record<Tone, string> = {
  none: 'No skin tone',
  light: 'Light',
  'medium-light': 'Medium light',
  medium: 'Medium',
  'medium-dark': 'Medium dark',
  dark: 'Dark',
};

/** Chooses the skin tone of shown and sent emoji. */
export function SkinTones({ tone, onChange }: { tone: Tone; onChange: (tone: Tone) => void }) {
  return (
    <fieldset className="mt-2 flex justify-between border-line border-t pt-2">
      <legend className="sr-only">Skin tone</legend>
      {(['none', ...TONES] as const).map((each) => (
        <label
          key={each}
          title={names[each]}
          className="flex size-control cursor-pointer items-center justify-center rounded-md text-xl hover:bg-hover has-checked:border has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="skin-tone"
            aria-label={names[each]}
            checked={tone === each}
            onChange={() => onChange(each)}
            className="sr-only"
          />
          <span aria-hidden className={emojiFont}>
            {withTone('✋', 1, each)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

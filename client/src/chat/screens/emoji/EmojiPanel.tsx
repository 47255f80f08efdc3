import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse';
import { type AriaAttributes, type KeyboardEvent, useEffect, useState } from 'react';
import { noteEmojiUsed, storedTone, storeTone, TONES, type Tone, withTone } from '../../state/emoji';
import { FoundEmojis, foundId } from './FoundEmojis';

/** Corrects the indexes of rows and columns, which the library counts from 0 and ARIA from 1. */
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
      className="flex h-control w-1/7 items-center justify-center rounded-md font-emoji text-2xl data-active:bg-hover"
    >
      {emoji.emoji}
    </button>
  ),
};

const COLUMNS = 7;
/** How far each arrow key moves in the results. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

interface EmojiPanelProps {
  onChoose: (emoji: string) => void;
}

/** Picks any emoji by name. The names are bundled, so nothing is fetched from another site. */
export function EmojiPanel({ onChoose }: EmojiPanelProps) {
  const [tone, setTone] = useState(storedTone);
  const [text, setText] = useState('');
  const [activeIndex, setActive] = useState(0);
  const search = useSearch();
  const isSearching = text.trim() !== '';
  const found = isSearching && search ? search(text) : [];
  const chooseTone = (chosen: Tone) => {
    storeTone(chosen);
    setTone(chosen);
  };
  const choose = (emoji: string) => {
    noteEmojiUsed(emoji);
    onChoose(emoji);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const active = found[activeIndex];
    const step = steps[event.key];
    if (!isSearching || event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    // Overrides the library's own keys, which act on the emoji that it shows without a search.
    event.preventDefault();
    if (step === undefined && active) choose(active.emoji);
    const next = activeIndex + (step ?? 0);
    if (found[next]) setActive(next);
  };
  return (
    <>
      <EmojiPicker.Root
        columns={COLUMNS}
        skinTone={tone}
        resolveEmojiData={async () => (await import('./emoji-data')).emojiData}
        onEmojiSelect={({ emoji }) => choose(emoji)}
        className="flex h-[min(24rem,60dvh)] flex-col gap-2"
      >
        <EmojiPicker.Search
          aria-label="Search emoji"
          placeholder="Search emoji"
          role={isSearching ? 'combobox' : undefined}
          aria-expanded={isSearching ? found.length > 0 : undefined}
          aria-controls={isSearching ? 'found-emoji' : undefined}
          aria-activedescendant={found.length > 0 ? foundId(activeIndex) : undefined}
          onChange={(event) => {
            // Overrides the library's own search, which ranks neither by name nor by use.
            event.preventDefault();
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="min-h-control w-full rounded-md border border-control bg-surface px-3 text-base"
        />
        {isSearching && search ? (
          <FoundEmojis found={found} activeIndex={activeIndex} onPoint={setActive} onChoose={choose} />
        ) : (
          <EmojiPicker.Viewport className="relative flex-1 outline-none">
            <EmojiPicker.Loading className="absolute inset-0 grid place-items-center text-muted text-sm">
              Loading…
            </EmojiPicker.Loading>
            <EmojiPicker.List className="select-none" components={parts} />
          </EmojiPicker.Viewport>
        )}
      </EmojiPicker.Root>
      <SkinTones tone={tone} onChange={chooseTone} />
    </>
  );
}

type Search = typeof import('./shortcodes')['searchEmoji'];

/** Loads the search with its names; null until it is there. */
function useSearch(): Search | null {
  const [search, setSearch] = useState<Search | null>(null);
  useEffect(() => {
    let isLeft = false;
    import('./shortcodes').then(
      ({ searchEmoji }) => isLeft || setSearch(() => searchEmoji),
      // Without the network, the emoji can still be picked from the list.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, []);
  return search;
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
function SkinTones({ tone, onChange }: { tone: Tone; onChange: (tone: Tone) => void }) {
  return (
    <fieldset className="mt-2 flex justify-between border-line border-t pt-2">
      <legend className="sr-only">Skin tone</legend>
      {(['none', ...TONES] as const).map((each) => (
        <label
          key={each}
          title={names[each]}
          className="flex size-control cursor-pointer items-center justify-center rounded-md text-xl hover:bg-hover has-checked:border has-checked:border-mark has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="skin-tone"
            aria-label={names[each]}
            checked={tone === each}
            onChange={() => onChange(each)}
            className="sr-only"
          />
          <span aria-hidden className="font-emoji">
            {withTone('✋', 1, each)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

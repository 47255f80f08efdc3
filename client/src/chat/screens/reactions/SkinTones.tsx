import { TONES, type Tone, withTone } from '../../state/emoji-tone';
import { emojiFont } from './emoji-font';

const names: Record<Tone, string> = {
  none: 'No skin tone',
  light: 'Light',
  'medium-light': 'Medium light',
  medium: 'Medium',
  'medium-dark': 'Medium dark',
  dark: 'Dark',
};

/** The skin tone that emoji are shown and put in. */
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

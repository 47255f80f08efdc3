import { passwordStrength, strengthLabel } from '@sangam/shared/people/account-forms';
import { cx } from '../../../ui/cx';

const MAX = 5;

/** How strong a password is, as five bars and a word; empty bars while nothing is typed. */
export function StrengthMeter({ password }: { password: string }) {
  const points = passwordStrength(password);
  const word = password === '' ? '' : strengthLabel(points);
  return (
    <div className="flex items-center gap-3">
      <meter aria-label="Password strength" min={0} max={MAX} value={points} className="sr-only" />
      <div aria-hidden className="flex flex-1 gap-1">
        {Array.from({ length: MAX }, (_, index) => index + 1).map((step) => (
          <span
            key={step}
            className={cx(
              'h-1 flex-1 forced-color-adjust-none rounded-full transition-colors',
              step <= points ? 'bg-fg' : 'bg-line',
            )}
          />
        ))}
      </div>
      <span aria-live="polite" className="w-12 text-right text-muted text-sm">
        {word}
      </span>
    </div>
  );
}

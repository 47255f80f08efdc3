import { type FitParts, type FitSubject, fitWords } from '@sangam/shared/people/fit-words';

interface WhyItFitsProps {
  fit: { [Part in keyof FitParts]?: FitParts[Part] | undefined };
  subject?: FitSubject;
}

/** The reasons why a member or project fits. Renders nothing without any. */
export function WhyItFits({ fit, subject = 'Has' }: WhyItFitsProps) {
  const { has = [], missing = [], about_hours = 0, same_college = false } = fit;
  const words = fitWords({ has, missing, about_hours, same_college }, subject);
  if (words.length === 0) return null;
  return (
    <ul aria-label="Why it fits" className="facts wrap-anywhere text-muted text-sm">
      {words.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

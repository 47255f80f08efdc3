import { ArrowRight } from 'lucide-react';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { EntryLink } from './EntryLink';
import { Vignette } from './Vignette';

/** One sentence of what this is, and the product itself beside it. */
export function Hero() {
  return (
    <section
      aria-labelledby="hero-title"
      className="mx-auto grid max-w-page items-center gap-10 px-4 py-10 sm:px-6 sm:py-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-16 lg:py-20"
    >
      <div>
        <p className="font-medium text-muted text-sm">Next-generation collaboration</p>
        <h1
          id="hero-title"
          className="mt-3 max-w-[12ch] font-[680] text-display leading-none tracking-[-0.035em] sm:max-w-none"
        >
          Where people and projects meet
        </h1>
        <p className="mt-5 max-w-xl text-md text-muted sm:text-lg">
          Sangam is where students and creators post projects, find the people to build them with, and talk while they
          build.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <EntryLink size="lg" />
          <ButtonLink to="/projects" size="lg">
            Browse projects
            <ArrowRight aria-hidden className="size-4.5" />
          </ButtonLink>
        </div>
      </div>
      <Vignette />
    </section>
  );
}

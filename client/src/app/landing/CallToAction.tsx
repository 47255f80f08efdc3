import { EntryLink } from './EntryLink';

/** The last word before the footer. */
export function CallToAction() {
  return (
    <section aria-labelledby="cta-title" className="border-line border-t">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-6 px-4 py-12 sm:px-6 sm:py-16">
        <div>
          <h2 id="cta-title" className="text-2xl">
            Find your next teammate
          </h2>
          <p className="mt-2 text-muted">Post a project, or join a team that needs your skills.</p>
        </div>
        <EntryLink size="lg" />
      </div>
    </section>
  );
}

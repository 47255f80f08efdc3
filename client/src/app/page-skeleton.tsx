/** What stands in for a page while its code or the session is on its way: quiet, and announced once. */
export function PageSkeleton() {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-10" aria-busy="true">
      <p className="sr-only" role="status">
        Loading
      </p>
      <div className="h-8 w-48 max-w-full animate-pulse rounded-md bg-hover motion-reduce:animate-none" />
      <div className="mt-6 h-40 animate-pulse rounded-lg bg-hover motion-reduce:animate-none" />
    </main>
  );
}

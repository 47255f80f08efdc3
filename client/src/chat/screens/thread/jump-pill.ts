/** A button that floats over the end of a thread. */
export const pill =
  'pointer-events-auto inline-flex min-h-control animate-enter items-center gap-2 rounded-full border border-line bg-raised px-4 font-medium text-sm shadow-float hover:bg-hover';

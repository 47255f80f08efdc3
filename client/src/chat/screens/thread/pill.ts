/** A button below the messages of a thread. */
export const pill =
  'inline-flex min-h-control-sm animate-enter items-center gap-2 rounded-full border border-line bg-raised px-4 font-medium text-sm hover:bg-hover';

import type { ReactNode } from 'react';

/** A text of a request with its label above it, as answers have their questions: a message, a reason or a note. */
export const LabelledText = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="w-full min-w-0 text-fg text-sm">
    <p className="text-muted">{label}</p>
    {children}
  </div>
);

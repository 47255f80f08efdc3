import type { ReactNode } from 'react';

/** A message, a reason or a note with its label above it, styled like answers below their questions. */
export const LabelledText = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="w-full min-w-0 text-fg text-sm">
    <p className="text-muted">{label}</p>
    {children}
  </div>
);

import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type Intent, nextIntent } from '../../../lib/links/next-path';
import { Page } from '../../../ui/page/Page';

interface AuthLayoutProps {
  title: string;
  heading: string;
  lead?: ReactNode;
  /** Beside the form on wide screens, below it on narrow ones. */
  aside?: ReactNode;
  children: ReactNode;
}

/**
 * The layout of the account pages: one narrow column with the heading above the form. Not centered vertically, since a message would move
 * the form.
 */
export function AuthLayout({ title, heading, lead, aside, children }: AuthLayoutProps) {
  return (
    <Page
      title={title}
      className="flex flex-col items-center gap-10 pt-[3vh] lg:flex-row lg:items-start lg:justify-center lg:gap-20 lg:pt-[4vh]"
    >
      <div className="w-full max-w-sm">
        <h1 className="text-2xl">{heading}</h1>
        {lead && <p className="mt-2 text-muted">{lead}</p>}
        <div className="mt-6 grid gap-5">{children}</div>
      </div>
      {aside && <div className="w-full max-w-sm empty:hidden lg:w-60">{aside}</div>}
    </Page>
  );
}

export type IntentLeads = Readonly<Record<Intent, string>>;

/** Returns the lead for a visitor who chose an action on a project, so that they know they will get back to it. */
export function useIntentLead(leads: IntentLeads): string | undefined {
  const intent = nextIntent(useLocation().search);
  return intent === null ? undefined : leads[intent];
}

/** The line under a form that leads to the other page. */
export function AuthFootnote({ children }: { children: ReactNode }) {
  return <p className="text-muted text-sm">{children}</p>;
}

/** A link within a sentence, with a touch target higher than its line. */
export const textLinkClass =
  'py-3.5 font-medium text-fg underline decoration-control underline-offset-4 hover:decoration-fg';

/** Links to the terms and the privacy policy, within a sentence. They open a new tab, so that a form keeps its fields. */
export const TermsLinks = () => (
  <>
    <Link to="/terms" target="_blank" className={textLinkClass}>
      terms
    </Link>{' '}
    and the{' '}
    <Link to="/privacy" target="_blank" className={textLinkClass}>
      privacy policy
    </Link>
  </>
);

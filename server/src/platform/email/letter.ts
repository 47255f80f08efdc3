import type { Operator } from '../../config.js';

/** The settings that every email shows around its content. */
export interface Letterhead {
  publicUrl: string;
  operator: Operator;
}

/** Why an email may reach an address that is not confirmed: it confirms the address, or is about the account's password. */
type EmailPurpose = 'confirmation' | 'password';

export interface LetterLink {
  label: string;
  href: string;
}

/** One unread item in an email. Its texts come from members. */
export interface LetterRow {
  /** The member who acted; null if nobody did. */
  actor: string | null;
  act: string;
  /** The member's own words. */
  quote: string | null;
  /** A sentence without any text that a member typed. */
  note: string | null;
  /** The act that the link offers. */
  label: string;
  href: string;
}

/** An email's content. The mailer puts it on the letterhead, as text and as HTML (`render.ts`). */
export interface Letter {
  to: string;
  subject: string;
  /** The heading of a letter with several rows. One row is its own heading, and all other letters have their subject. */
  heading?: string;
  /** The name of the member at this address, or '' to greet nobody by name. */
  name: string;
  /** Sentences without any text that a member typed: a made-up name could turn them into an advertisement. */
  paragraphs: readonly string[];
  rows?: readonly LetterRow[];
  /** Stands for the rows that did not fit. */
  more?: string;
  /** The one button; in the text, its link is the first one. Below several rows, which have links of their own, it leads to the place of all. */
  button: LetterLink;
  closing?: { text: string; link?: LetterLink };
  /** Lets the email reach an address that is not confirmed. None for all other emails. */
  purpose?: EmailPurpose;
  /** Why the member gets the email; about their account if absent. */
  why?: string;
  /** More links at the end of a letter with rows, such as to stop emails of this kind. */
  links?: readonly LetterLink[];
  /** The address where one click, by a person or a mail program (RFC 8058), ends such emails; none for emails about the account. */
  unsubscribe?: string;
}

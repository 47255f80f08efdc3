import type { Letter, Letterhead, MailLink, MailRow } from './letter.js';
import { keepLeftToRight, mailValue, nameForGreeting } from './values.js';

const SUBJECT_MAX_CHARS = 120;
const ROW_MAX_CHARS = 240;
const QUOTE_MAX_CHARS = 240;

/** The place where members choose which mails they get. */
const CHOICES_PATH = '/settings/notifications';

/** A letter whose values are cleaned and shortened, for the text and the HTML of a mail. */
export interface PreparedLetter {
  subject: string;
  greeting: { hello: string; name: string | null };
  rows: readonly MailRow[];
  footer: readonly string[];
  why: string;
  /** Absent where the settings have no choice about such mails. */
  choices: MailLink | null;
}

const reasonFor = ({ why, purpose }: Letter): string => {
  if (why !== undefined) return why;
  return purpose === 'confirmation'
    ? 'You’re receiving this email because this address was entered on Sangam.'
    : 'You’re receiving this email because this address belongs to a Sangam account. Emails about your account can’t be turned off.';
};

function footerOf({ publicUrl, operator: { name, address, email } }: Letterhead): string[] {
  const { host } = new URL(publicUrl);
  const operatorText = [name, address].filter((part) => part !== null).join(', ');
  return [
    operatorText === '' ? `Sangam at ${host}` : `Sangam at ${host} is run by ${operatorText}.`,
    ...(email === null ? [] : [`Contact: ${email}`]),
  ];
}

/** Cleans and shortens a letter's values for both parts of its mail. */
export function prepare(letter: Letter, head: Letterhead): PreparedLetter {
  const name = nameForGreeting(letter.name, letter.purpose === undefined);
  return {
    subject: keepLeftToRight(mailValue(letter.subject, SUBJECT_MAX_CHARS)),
    greeting: name === null ? { hello: 'Hello,', name } : { hello: 'Hi', name },
    rows: (letter.rows ?? []).map(({ actor, act, quote, ...row }) => ({
      ...row,
      actor: actor === null ? null : mailValue(actor, ROW_MAX_CHARS),
      act: mailValue(act, ROW_MAX_CHARS),
      quote: quote === null ? null : mailValue(quote, QUOTE_MAX_CHARS),
    })),
    footer: footerOf(head),
    why: reasonFor(letter),
    choices:
      letter.unsubscribe === undefined
        ? null
        : { label: 'Choose which emails you get', href: `${head.publicUrl}${CHOICES_PATH}` },
  };
}

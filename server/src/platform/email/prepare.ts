import type { Letter, Letterhead, LetterLink, LetterRow } from './letter.js';
import { emailValue, keepLeftToRight, nameForGreeting } from './values.js';

const SUBJECT_MAX_CHARS = 120;
const ROW_MAX_CHARS = 240;
const QUOTE_MAX_CHARS = 240;

/** The place where members choose which emails they get. */
const CHOICES_PATH = '/settings/notifications';

/** A letter whose values are cleaned and shortened, for the text and the HTML of an email. */
export interface PreparedLetter {
  subject: string;
  greeting: { hello: string; name: string | null };
  rows: readonly LetterRow[];
  footer: readonly string[];
  why: string;
  /** Absent where the settings have no choice about such emails. */
  choices: LetterLink | null;
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

/** Cleans and shortens a letter's values for both parts of its email. */
export function prepare(letter: Letter, head: Letterhead): PreparedLetter {
  const name = nameForGreeting(letter.name, letter.purpose === undefined);
  return {
    subject: keepLeftToRight(emailValue(letter.subject, SUBJECT_MAX_CHARS)),
    greeting: name === null ? { hello: 'Hello,', name } : { hello: 'Hi', name },
    rows: (letter.rows ?? []).map(({ actor, act, quote, ...row }) => ({
      ...row,
      actor: actor === null ? null : emailValue(actor, ROW_MAX_CHARS),
      act: emailValue(act, ROW_MAX_CHARS),
      quote: quote === null ? null : emailValue(quote, QUOTE_MAX_CHARS),
    })),
    footer: footerOf(head),
    why: reasonFor(letter),
    choices:
      letter.unsubscribe === undefined
        ? null
        : { label: 'Choose which emails you get', href: `${head.publicUrl}${CHOICES_PATH}` },
  };
}

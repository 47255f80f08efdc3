import { fieldsOf } from '@sangam/shared/core/keys-of';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { isCounted } from './counted-errors.js';

/**
 * Returns the fields to log for an error. Drivers add others that contain members' data: PostgreSQL's `detail` quotes the refused
 * row, a mail server's response the address.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, severity, table, constraint } = fieldsOf(error);
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  const safeMessage = quotesInput(error) ? withoutQuotes(error.message) : error.message;
  // The stack begins with the message.
  const safeStack = (error.stack ?? '').replace(error.message, () => safeMessage);
  const [message, stack] = [safeMessage, safeStack].map(withoutAddresses);
  return { type: error.name, message, stack, code, severity, table, constraint, cause };
}

/** PostgreSQL's class of errors for unreadable values, and its code for unreadable searches and statements. */
const unreadable = /^(22...|42601)$/u;

/** Whether the message of an error, of the database or of JSON, quotes unreadable input, which may be a member's text or a token. */
const quotesInput = (error: Error & { code?: unknown }): boolean =>
  error instanceof SyntaxError || (typeof error.code === 'string' && unreadable.test(error.code));

const withoutQuotes = (text: string): string => text.replace(/".*"/su, '(a value)').replace(/'.*'/su, '(a value)');

/** Matches only from the start of a word: starting at each character would scan a long word once per character. */
const address = /(?<![\w.+%-])[\w.+%-]+@[\w-]+\.[\w.-]+/gu;

/** Removes email addresses from a text: mail servers name the recipients they refuse. */
export const withoutAddresses = (text: string): string => text.replace(address, '(an address)');

/** Creates the server's log: lines of JSON, or readable text in a terminal. No line contains members' texts. */
export function createLog(
  { logLevel, production }: { logLevel: string; production: boolean },
  destination?: DestinationStream,
): Logger {
  const pretty = !production && destination === undefined && process.stdout.isTTY;
  const options: LoggerOptions = {
    level: logLevel,
    serializers: { err: describeError },
    hooks: {
      logMethod(args, write) {
        const [fields, message] = args;
        if (!isCounted(fields, message)) write.apply(this, args);
      },
    },
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    ...(pretty
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } } }
      : {}),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

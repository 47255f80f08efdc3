import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Returns the fields to log for an error. Drivers add others that contain members' data: PostgreSQL's `detail` quotes the refused
 * row, a mail server's response the address.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, severity, table, constraint } = error as Error & Record<string, unknown>;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  const [message, stack] = [error.message, error.stack ?? ''].map(withoutAddresses);
  return { type: error.name, message, stack, code, severity, table, constraint, cause };
}

/** Removes email addresses from a text: mail servers name the recipients they refuse. */
export const withoutAddresses = (text: string): string => text.replace(/[\w.+%-]+@[\w-]+\.[\w.-]+/gu, '(an address)');

/** Creates the server's log: lines of JSON, or readable text in a terminal. No line contains members' texts. */
export function createLog(
  { logLevel, production }: { logLevel: string; production: boolean },
  destination?: DestinationStream,
): Logger {
  const pretty = !production && destination === undefined && process.stdout.isTTY;
  const options = {
    level: logLevel,
    serializers: { err: describeError },
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    ...(pretty
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } } }
      : {}),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

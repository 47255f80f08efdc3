import pino from 'pino';

/** Creates a log whose lines a test can read. */
export function recordedLog(level: pino.Level): { log: pino.Logger; lines: readonly string[] } {
  const lines: string[] = [];
  return { log: pino({ level }, { write: (line: string) => void lines.push(line) }), lines };
}

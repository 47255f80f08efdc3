/** Two members' written messages, the stored rows, and the final screens. */
export interface Outcome {
  /** Messages in the order in which they were sent. */
  written: { member: number; text: string }[];
  /** Rows in the order of `seq`. */
  stored: { sender_id: number; content: string; seq: number }[];
  /** The thread from top to bottom, on each device that shows it. */
  screens: { device: string; texts: (string | null)[] }[];
  /** The number at each device's bell, and the server's count for its member. */
  unread: { device: string; shown: number; stored: number }[];
  /** Messages still in a browser's outbox. */
  waiting: { device: string; count: number }[];
}

/**
 * Describes each broken promise. Every message must be stored once, in order, and shown alike on all screens; unread counts must be equal
 * everywhere.
 */
export function faultsIn({ written, stored, screens, unread, waiting }: Outcome): string[] {
  const faults: string[] = [];
  const contents = stored.map((message) => message.content);
  for (const [index, { seq }] of stored.entries())
    if (seq !== index + 1) faults.push(`the message at place ${index + 1} has the number ${seq}`);
  for (const { text } of written) {
    const times = contents.filter((content) => content === text).length;
    if (times === 0) faults.push(`"${text}" was lost`);
    if (times > 1) faults.push(`"${text}" is stored ${times} times`);
  }
  for (const member of new Set(written.map((item) => item.member))) {
    const own = written.filter((item) => item.member === member).map((item) => item.text);
    const kept = stored.filter((message) => message.sender_id === member).map((message) => message.content);
    if (!sameList(own, kept)) faults.push(`member ${member} wrote ${list(own)} and the database has ${list(kept)}`);
  }
  for (const { device, texts } of screens)
    if (!sameList(texts, contents))
      faults.push(`${device} shows ${list(texts)} and the database has ${list(contents)}`);
  for (const { device, shown, stored: count } of unread)
    if (shown !== count) faults.push(`${device} shows ${shown} unread and the database has ${count}`);
  for (const { device, count } of waiting) if (count > 0) faults.push(`${device} still keeps ${count} to send`);
  return faults;
}

const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
const list = (texts: readonly (string | null)[]): string => `[${texts.join(', ')}]`;

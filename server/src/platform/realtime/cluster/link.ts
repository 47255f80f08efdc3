import { type Greeting, greetingLine, isBefore, letterText, type Place } from './letter.js';

/** This server's letters to one other, numbered, so that the other notices when one is missing or comes twice. */
export interface Link {
  /** Adds a line to the letter of this turn. */
  say(line: string): void;
  /** Begins a new round, with a letter that says all there is to know. */
  greet(greeting: Omit<Greeting, 'after'>): void;
  hasGreeted(): boolean;
  /** Resolves once the other has confirmed all that was said so far, or is gone. */
  confirmed(): Promise<void>;
  /** The other has confirmed the letters up to this one. */
  confirm(upTo: Place): void;
  /** Whether what was awaited at the last call still is. */
  isLate(): boolean;
  /** The other is gone: nobody waits for it any longer. */
  close(): void;
}

export function createLink(deps: {
  self: string;
  /** Rounds count up over all links of this server, so none comes twice. */
  nextRound(): number;
  send(text: string): void;
}): Link {
  let place: Place = { round: 0, number: 0 };
  let lines: string[] = [];
  let waiting: { place: Place; done: () => void }[] = [];
  /** What was awaited longest when `isLate` was called. */
  let awaited: (typeof waiting)[number] | null = null;
  let closed = false;

  const flush = () => {
    if (lines.length === 0) return;
    place = { round: place.round, number: place.number + 1 };
    deps.send(letterText({ from: deps.self, ...place, lines }));
    lines = [];
  };
  const say = (line: string) => {
    if (!closed && lines.push(line) === 1) queueMicrotask(flush);
  };

  return {
    say,
    greet(greeting) {
      flush();
      const after = place;
      place = { round: deps.nextRound(), number: 0 };
      say(greetingLine({ ...greeting, after }));
      // The greeting repeats what they wait for.
      for (const each of waiting) each.place = { round: place.round, number: 1 };
    },
    hasGreeted: () => place.round > 0,
    confirmed() {
      if (closed) return Promise.resolve();
      const last = { round: place.round, number: place.number + (lines.length > 0 ? 1 : 0) };
      return new Promise((done) => waiting.push({ place: last, done }));
    },
    confirm(upTo) {
      const done = waiting.filter((each) => !isBefore(upTo, each.place));
      waiting = waiting.filter((each) => isBefore(upTo, each.place));
      for (const each of done) each.done();
    },
    isLate() {
      const before = awaited;
      awaited = waiting[0] ?? null;
      return awaited !== null && awaited === before;
    },
    close() {
      closed = true;
      lines = [];
      for (const each of waiting.splice(0)) each.done();
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const beyondAscii = /[^\x00-\x7f]/u;

export const isAscii = (text: string): boolean => !beyondAscii.test(text);

/**
 * Serialized JSON, or a packet around it. With `isAscii`, no frame that contains it is scanned for characters to encode: for the scan, V8
 * would flatten its text each time.
 */
export class WireText {
  constructor(
    readonly text: string,
    readonly isAscii: boolean,
  ) {}
}

/** Text that is serialized already. */
export const wireText = (text: string): WireText => new WireText(text, isAscii(text));
/** Serializes a value. */
export const jsonText = (value: unknown): WireText => wireText(JSON.stringify(value));

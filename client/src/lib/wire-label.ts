/** Returns the words of a value that came over the wire. One that only newer servers know reads as its own name. */
export const wireLabel = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value;

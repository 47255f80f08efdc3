/**
 * Returns the words of a value that came over the wire. One that only newer servers know reads as its own name: `seat_held` as "Seat held".
 */
export const wireWords = (words: Readonly<Record<string, string>>, value: string): string =>
  words[value] ?? value.charAt(0).toUpperCase() + value.slice(1).replace(/[_:-]/gu, ' ');

/** Class names joined; what is false or absent is dropped. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');

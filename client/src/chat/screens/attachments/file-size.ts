const KILOBYTE = 1_024;

/** A size as people read it: `640 KB`, `1.4 MB`. */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  if (kilobytes < KILOBYTE) return `${Math.max(1, Math.round(kilobytes))} KB`;
  return `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}

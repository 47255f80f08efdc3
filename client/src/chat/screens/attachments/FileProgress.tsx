import { isolate } from '@sangam/shared/core/isolate';
/** Shows how much of a file has been uploaded. */
export function FileProgress({ name, received, bytes }: { name: string; received: number; bytes: number }) {
  const percent = Math.floor((100 * received) / bytes);
  return (
    <span
      role="progressbar"
      aria-label={`Uploading ${isolate(name)}`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      // Forced colours would paint the bar like its ground.
      className="mt-1.5 block h-1.5 forced-color-adjust-none overflow-hidden rounded-full bg-hover"
    >
      <span className="block h-full bg-mark transition-[width]" style={{ width: `${percent}%` }} />
    </span>
  );
}

const KILOBYTE = 1_024;

/** Formats a size for reading: `640 KB`, `1.4 MB`. */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  if (kilobytes < KILOBYTE) return `${Math.max(1, Math.round(kilobytes))} KB`;
  return `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}

/** Safari reads a file some time after the press that downloads it. */
const READ_WITHIN_MS = 60_000;

/** Downloads a file that the page has made. */
export function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}

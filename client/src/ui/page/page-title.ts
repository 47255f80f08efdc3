let name = '';
let count = 0;

const write = (): void => {
  document.title = `${count > 0 ? `(${count}) ` : ''}${name === '' ? '' : `${name} · `}Sangam`;
};

/** Names the page in the browser's tab and history. */
export function setPageName(next: string): void {
  name = next;
  write();
}

/** What waits for the reader, before the page's name; 0 shows nothing. */
export function setTitleCount(next: number): void {
  if (next === count) return;
  count = next;
  write();
}

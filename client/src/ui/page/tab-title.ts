let name = '';
let count = 0;

const write = (): void => {
  document.title = `${count > 0 ? `(${count}) ` : ''}${name === '' ? '' : `${name} · `}Sangam`;
};

/** Sets the page's name in the browser's tab and history. */
export function setPageName(next: string): void {
  name = next;
  write();
}

/** Sets the unread count before the page's name; 0 shows none. */
export function setTitleCount(next: number): void {
  if (next === count) return;
  count = next;
  write();
}

import { create } from 'zustand';

/** A new page is announced after this time, by which a loading page has set its own name. */
const SETTLES_MS = 500;

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

/** The page's name as screen readers announce it. */
export const useSpokenName = create(() => ({ name: '' }));
let isFirst = true;

/**
 * Has screen readers announce a page that follows another within the application, which they would not notice. They
 * read the first page's name by themselves. Returns a function that cancels it.
 */
export function announcePage(): () => void {
  const follows = !isFirst;
  isFirst = false;
  const timer = setTimeout(() => follows && useSpokenName.setState({ name }), SETTLES_MS);
  return () => clearTimeout(timer);
}

/** Sets the unread count before the page's name; 0 shows none. */
export function setTitleCount(next: number): void {
  if (next === count) return;
  count = next;
  write();
}

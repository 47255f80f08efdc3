/** Whether the styles show this text to assistive technology only, as in a narrow window. */
const isClipped = (element: Element): boolean =>
  element.classList.contains('sr-only') || getComputedStyle(element).clipPath.startsWith('inset(50%');

function isOnScreen(text: Node, control: Element): boolean {
  for (let element = text.parentElement; element !== null; element = element.parentElement) {
    if (isClipped(element)) return false;
    if (element === control) return true;
  }
  return true;
}

/** Returns the name of a control that shows an icon and no text; null for any other. */
export function iconLabel(control: Element): string | null {
  let isIcon = control.querySelector('svg, [data-initials]') !== null;
  let hidden = '';
  const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.textContent ?? '';
    // A count on an icon is part of its name as well.
    if (text.trim() === '' || node.parentElement?.closest('[aria-hidden=true]')) continue;
    if (!isOnScreen(node, control)) hidden += text;
    else if (/[\p{L}\p{N}]/u.test(text)) return null;
    else isIcon = true;
  }
  const label = (control.getAttribute('aria-label') ?? hidden).trim();
  return isIcon && label !== '' && control.querySelector('img, video') === null ? label : null;
}

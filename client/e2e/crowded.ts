import type { Page } from 'playwright-core';

/**
 * Returns texts and controls that overlap, and texts that are cut off by half a line, to less than a short word, or although their line has
 * room for them. Elements are compared only within their layer: fixed and sticky parts, open menus and floating parts are layers of their
 * own.
 */
export const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    interface Shown {
      element: Element;
      layer: Element;
      box: Box;
      name: string;
    }
    /** Smaller overlaps are a letter's side bearing, or a border. */
    const SLACK_PX = 3;
    /** The fraction of a text's box that is empty above and below its letters. */
    const LEADING = 0.25;
    const WORD_EM = 2.5;
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const ancestors = function* (element: Element): Generator<Element> {
      for (let at: Element | null = element; at !== null; at = at.parentElement) yield at;
    };
    const layerOf = (element: Element): Element => {
      for (const at of ancestors(element)) {
        const { position, zIndex } = styleOf(at);
        const floats = position === 'absolute' && zIndex !== 'auto';
        if (floats || ['fixed', 'sticky'].includes(position) || at.matches('dialog, [popover]')) return at;
      }
      return document.body;
    };
    /** A text for screen readers only is one pixel wide. */
    const isForReaders = (element: Element) =>
      [...ancestors(element)].some((at) => styleOf(at).position === 'absolute' && at.clientWidth === 1);
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('.sr-only, [data-toasts-host], [inert]') === null &&
      !isForReaders(element);
    const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom });
    const both = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const meet = (a: Box, b: Box) => {
      const { left, top, right, bottom } = both(a, b);
      return right - left > SLACK_PX && bottom - top > SLACK_PX;
    };
    /**
     * Returns the part of an element that the boxes around it leave visible, and whether one of them scrolls, or cuts with an ellipsis or
     * after some lines.
     */
    const clip = (from: Element, whole: Box) => {
      let box = whole;
      let [mayScroll, hasDots, hasLines] = [false, false, false];
      for (const at of ancestors(from)) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = styleOf(at);
        if (overflowX !== 'visible' || overflowY !== 'visible') {
          const edge = boxOf(at.getBoundingClientRect());
          const next = both(box, edge);
          const isLess =
            next.right - next.left < box.right - box.left - 1 || next.bottom - next.top < box.bottom - box.top - 1;
          if (isLess) {
            mayScroll ||= /auto|scroll/u.test(overflowX + overflowY);
            hasDots ||= textOverflow === 'ellipsis';
            hasLines ||= webkitLineClamp !== 'none';
          }
          box = next;
        }
        if (position === 'fixed') break;
      }
      return { box, mayScroll, hasDots, hasLines };
    };

    /** Returns the visible part of a control, without padding that only enlarges its target or holds a button. */
    const seenOf = (element: Element, rect: DOMRect): Box => {
      const style = styleOf(element);
      const isDrawn = style.borderTopWidth !== '0px' || !/^(?:transparent|rgba\(.*, 0\))$/u.test(style.backgroundColor);
      const pad = (side: 'Left' | 'Top' | 'Right' | 'Bottom') =>
        isDrawn && !element.matches('input, textarea') ? 0 : Number.parseFloat(style[`padding${side}`]);
      return {
        left: rect.left + pad('Left'),
        top: rect.top + pad('Top'),
        right: rect.right - pad('Right'),
        bottom: rect.bottom - pad('Bottom'),
      };
    };

    const canvas = document.createElement('canvas').getContext('2d');
    /** Whether a select has room for less than a short word beside its arrow. */
    const isCutOff = (list: HTMLSelectElement): boolean => {
      const { font, fontSize, paddingLeft, paddingRight } = styleOf(list);
      if (canvas === null) return false;
      canvas.font = font;
      const { width } = canvas.measureText(list.selectedOptions[0]?.label ?? '');
      const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return room < Math.min(width, WORD_EM * Number.parseFloat(fontSize)) - SLACK_PX;
    };

    const faults: string[] = [];
    const shown: Shown[] = [];
    const controls = 'a, button, input, select, textarea, summary';
    for (const element of document.querySelectorAll(controls)) {
      // A link within a sentence counts as text.
      if (!isShown(element) || styleOf(element).display === 'inline') continue;
      const name = `${element.tagName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 30)}”`;
      if (element instanceof HTMLSelectElement && isCutOff(element)) faults.push(`the choice of ${name} is cut off`);
      for (const rect of element.getClientRects()) {
        const { box } = clip(element.parentElement ?? element, seenOf(element, rect));
        shown.push({ element, layer: layerOf(element), box, name });
      }
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      const text = (node.textContent ?? '').trim();
      if (element === null || text === '' || element.closest('script, style, option, svg') || !isShown(element))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const name = `“${text.slice(0, 30)}”`;
      for (const rect of range.getClientRects()) {
        const inset = rect.height * LEADING;
        const letters = { ...boxOf(rect), top: rect.top + inset, bottom: rect.bottom - inset };
        const { box, mayScroll, hasDots, hasLines } = clip(element, letters);
        shown.push({ element, layer: layerOf(element), box, name });
        if (mayScroll || hasLines) continue;
        const em = Number.parseFloat(styleOf(element).fontSize);
        const [width, height] = [box.right - box.left, box.bottom - box.top];
        const enough = hasDots ? Math.min(rect.width, WORD_EM * em) : rect.width;
        if (width < enough - SLACK_PX || height < letters.bottom - letters.top - SLACK_PX)
          faults.push(`${name} is cut off`);
      }
    }
    /** The widest gap between two parts of a line. */
    const GAP_PX = 16;
    /** Whether the line of a text with an ellipsis has room for the rest of it: in the nearest boxes around it that are no higher. */
    const hasRoom = (element: Element): boolean => {
      const missing = element.scrollWidth - element.clientWidth;
      const { height } = element.getBoundingClientRect();
      for (const at of ancestors(element.parentElement ?? element)) {
        const { display, paddingLeft, paddingRight } = styleOf(at);
        if (display === 'inline') continue;
        const line = at.getBoundingClientRect();
        if (line.height > 1.5 * height) return false;
        const width = line.width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        const inside = shown.filter((each) => at.contains(each.element) && each.box.right > each.box.left);
        let [taken, end] = [0, -Infinity];
        for (const { box } of inside.toSorted((a, b) => a.box.left - b.box.left)) {
          taken += Math.max(0, box.right - Math.max(box.left, end)) + (box.left > end ? GAP_PX : 0);
          end = Math.max(end, box.right);
        }
        if (width - taken > missing) return true;
      }
      return false;
    };
    for (const element of document.querySelectorAll('body *')) {
      const { textOverflow, overflowX } = styleOf(element);
      const isCut =
        textOverflow === 'ellipsis' && overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      if (isCut && isShown(element) && hasRoom(element))
        faults.push(`“${(element.textContent ?? '').slice(0, 30)}” is cut off, but its line has room`);
    }
    for (const [index, a] of shown.entries())
      for (const b of shown.slice(index + 1)) {
        if (a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element)) continue;
        if (meet(a.box, b.box)) faults.push(`${a.name} and ${b.name} overlap`);
      }
    return [...new Set(faults)].slice(0, 8);
  });

import { without, withoutFields } from './without.ts';

/**
 * Parts of the virtual list for features that no list here has: several lanes, columns instead of rows, a scrolling window, positions
 * that are written past React, and sizes that are kept or measured otherwise (`MessageScroller.tsx`).
 */
const CORE: [from: string, to: string][] = [
  // One lane.
  ['if (this.laneAssignments.size > count) {', 'if (false) {'],
  ['if (this.lanesChangedFlag) {', 'if (false) {'],
  ['if (lanes === 1) {\n          const need', 'if (true) {\n          const need'],
  ['} else if (this.options.lanes === 1) {', '} else if (true) {'],
  ['if (lanes === 1 && flat !== null) {', 'if (true) {'],
  ['if (this.options.lanes === 1 && flat != null) {', 'if (flat == null) return;\n      if (true) {'],
  ['const useFlat = this.options.lanes === 1 && flat != null;', 'const useFlat = true;'],
  // Rows of an element.
  ['const { horizontal, isRtl } = instance.options;', 'const horizontal = false, isRtl = false;'],
  ['const isRtlElement = options.horizontal && options.isRtl &&', 'const isRtlElement = false &&'],
  ['[options.horizontal ? "left" : "top"]', 'top'],
  ['[this.options.horizontal ? "width" : "height"]', '.height'],
  ['const { horizontal, isRtl } = this.options;', 'const horizontal = false, isRtl = false;'],
  ['if (typeof el.scrollY === "number") {', 'if (false) {'],
  ['return this.options.horizontal ? el.scrollWidth - el.clientWidth :', 'return'],
  ['if ("document" in el) {', 'if (false) {'],
  ['"document" in el ? el.document.scrollingElement : el', 'el'],
  ['this.options.horizontal ? "overflow-x" : "overflow-y"', '"overflow-y"'],
  ['this.options.horizontal ? scroller.clientHeight :', ''],
  ['if (this.scrollElement && "ownerDocument" in this.scrollElement) {', 'if (true) {'],
  // Options that are never set, and one that always is.
  ['instance.options.useScrollendEvent && supportsScrollend', 'false'],
  ['instance.options.useAnimationFrameWithResizeObserver ? frames.schedule(run) : run();', 'run();'],
  ['if (this.options.useAnimationFrameWithResizeObserver) {', 'if (false) {'],
  ['        measureElement,\n', ''],
];
const CORE_FIELDS = ['scrollBy', 'takeSnapshot', 'measure'];

/** Positions that are written past React. */
const HOOK: [from: string, to: string][] = [
  ['if (state.enabled) {', 'if (false) {'],
  ['if (node !== null && state.enabled && state.container) {', 'if (false) {'],
  ['    applyContainerSize(instance);\n', ''],
  ['    applyDirectStyles(instance);\n', ''],
  ['return Object.assign(v, {', 'return v;\n    Object.assign(v, {'],
];

/** Leaves out of the virtual list what this application never runs. */
export function withoutUnusedOfVirtual(code: string, id: string): string {
  if (id.endsWith('/react-virtual/dist/esm/index.js')) return without(code, HOOK);
  return id.endsWith('/virtual-core/dist/esm/index.js') ? without(withoutFields(code, CORE_FIELDS), CORE) : code;
}

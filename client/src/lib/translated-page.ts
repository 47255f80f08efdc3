/**
 * Browsers that translate a page wrap its text nodes in new elements. React still expects them in their place: without this, removing one,
 * or inserting something before it, would throw and take down the whole page. Text that changes also has its own element
 * (docs/client-state.md), since only then can it be replaced.
 */
export function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    const moved = childHolding(this, child);
    if (moved !== null) removeChild.call(this, moved);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(added: T, next: Node | null): T {
    insertBefore.call(this, added, next && childHolding(this, next));
    return added;
  };
}

/** Returns the child of `parent` that holds the node: the node itself, or what it was moved into; null if it is gone. */
function childHolding(parent: Node, node: Node): Node | null {
  let ancestor: Node | null = node;
  while (ancestor !== null && ancestor.parentNode !== parent) ancestor = ancestor.parentNode;
  return ancestor;
}

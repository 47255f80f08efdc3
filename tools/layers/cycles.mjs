/**
 * The groups of nodes that reach each other (Tarjan), each with more than one member.
 * @param {Iterable<{ from: string, to: string }>} edges @returns {string[][]}
 */
export function cycles(edges) {
  const next = new Map();
  for (const { from, to } of edges) if (from !== to) next.set(from, [...(next.get(from) ?? []), to]);
  const order = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const target of next.get(node) ?? []) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) low.set(node, Math.min(low.get(node), low.get(target)));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group.sort());
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found;
}

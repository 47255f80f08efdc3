/** Limits on jobs of one kind that use the same thing, such as a host, so that a slow one holds up only its own jobs. */
export interface JobBudgets {
  /** How many jobs that use this budget one server runs concurrently; a few more may have been taken together. */
  atOnce(budget: string): number;
  /** Budgets whose jobs wait for now. */
  closed(): readonly string[];
}

/** Counts the running jobs of one kind by budget. */
export function createBudgetUse({ atOnce, closed }: JobBudgets) {
  const used = new Map<string, number>();
  const isSpent = (budget: string): boolean => (used.get(budget) ?? 0) >= atOnce(budget);
  const add = (budgets: readonly string[], n: number): void => {
    for (const budget of budgets) {
      const count = (used.get(budget) ?? 0) + n;
      if (count > 0) used.set(budget, count);
      else used.delete(budget);
    }
  };
  return {
    spent: () => [...closed(), ...[...used.keys()].filter(isSpent)],
    take: (budgets: readonly string[]) => add(budgets, 1),
    /** True if one of them was spent: its waiting jobs may be taken now. */
    giveBack(budgets: readonly string[]): boolean {
      const wasSpent = budgets.some(isSpent);
      add(budgets, -1);
      return wasSpent;
    },
  };
}

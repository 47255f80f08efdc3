/** Still to come. */
export function DashboardPage() {
  return <main id="main" />;
}

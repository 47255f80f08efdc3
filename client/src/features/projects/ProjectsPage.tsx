/** Still to come. */
export function ProjectsPage() {
  return <main id="main" />;
}

/** Still to come. */
export function ProjectDetailPage() {
  return <main id="main" />;
}

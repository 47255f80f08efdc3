/** Still to come. */
export function LandingPage() {
  return <main id="main" />;
}

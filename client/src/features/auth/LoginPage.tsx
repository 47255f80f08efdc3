/** Still to come. */
export function LoginPage() {
  return <main id="main" />;
}

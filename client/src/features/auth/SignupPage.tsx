/** Still to come. */
export function SignupPage() {
  return <main id="main" />;
}

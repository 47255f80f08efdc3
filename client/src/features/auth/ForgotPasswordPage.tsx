/** Still to come. */
export function ForgotPasswordPage() {
  return <main id="main" />;
}

/** Still to come. */
export function ResetPasswordPage() {
  return <main id="main" />;
}

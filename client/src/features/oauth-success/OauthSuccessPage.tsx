/** Still to come. */
export function OauthSuccessPage() {
  return <main id="main" />;
}

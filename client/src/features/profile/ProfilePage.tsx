/** Still to come. */
export function ProfilePage() {
  return <main id="main" />;
}
